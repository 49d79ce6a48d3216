module Fleet
  VERSION = "1.0"

  class Grid
    include Enumerable

    def initialize(rows)
      @rows = rows
    end

    def [](cell)
      x, y = *cell
      @rows.fetch(y).fetch(x)
    end

    def each
      return to_enum(:each) unless block_given?
      @rows.each_with_index { |row, y| row.each_with_index { |c, x| yield [x, y], c } }
    end

    def unknown
      select { |_, c| c == :unknown }.map(&:first)
    end

    def each_run(length)
      10.times do |i|
        (0..10 - length).each do |j|
          yield (0...length).map { |k| [j + k, i] }
          yield (0...length).map { |k| [i, j + k] }
        end
      end
    end
  end
end
