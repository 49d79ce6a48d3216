module Fleet
  class Placement
    SIZES = [5, 4, 3, 3, 2].freeze

    def self.random
      new.tap do |p|
        SIZES.each { |s| p.add(s) }
      end
    end

    def initialize
      @ships = []
      @taken = {}
    end

    def add(size)
      loop do
        dir = [:across, :down].sample
        a, b = rand(11 - size), rand(10)
        x, y = dir == :across ? [a, b] : [b, a]
        cells = Array.new(size) { |i| dir == :across ? [x + i, y] : [x, y + i] }
        next if cells.any?(&@taken.method(:key?))
        cells.each { |c| @taken[c] = true }
        @ships << [x, y, size, dir]
        break
      end
    end

    def to_a = @ships
  end
end
