# Battleship as the Fight Club asks for it: a class whose name ends in Player, with name, new_game and take_turn.

module Judge
  class Battleship
    CELLS = %i[unknown hit miss].freeze
    # What is asked of a player, and how it is written.
    METHODS = {
      name: "def name", new_game: "def new_game", take_turn: "def take_turn(state, ships_remaining)"
    }.freeze

    # The board of the Fight Club, on which players try out fleets and shots.
    BOARD = proc do
      def initialize(size, expected_fleet, positions)
        @size = size
        @expected_fleet = expected_fleet
        @ships = Array === positions ? positions.map { |ship| squares(ship) } : []
        @tried = {}
      end

      # Whether it is the fleet that is expected, on the board, and no ship on another.
      def valid?
        all = @ships.flatten(1)
        @ships.map(&:size).sort == @expected_fleet.sort && all.uniq.size == all.size &&
          all.all? { |x, y| x >= 0 && y >= 0 && x < @size && y < @size }
      end

      def try(square) = @tried[square] = @ships.any? { |ship| ship.include?(square) } ? :hit : :miss

      # What an opponent knows, row by row.
      def report = (0...@size).map { |y| (0...@size).map { |x| @tried[[x, y]] || :unknown } }

      def sunk? = ships_remaining.empty?

      def ships_remaining = @ships.reject { |ship| ship.all? { |square| @tried[square] } }.map(&:size).sort.reverse

      private

      def squares(ship)
        x, y, length, way = ship
        return [] unless Array === ship && ship.size == 4

        (0...length).map { |i| way == :across ? [x + i, y] : [x, y + i] }
      end
    end

    # Whether the board was not there before.
    def self.bring_board
      club = Object.const_defined?(:Battleship) ? Object.const_get(:Battleship) : Object.const_set(:Battleship, Module.new)
      return false if club.const_defined?(:Board, false)

      club.const_set(:Board, Class.new(&BOARD))
      true
    end

    Setup = Struct.new(:seed, :seat, :seats, :size, :fleet, :no_touch)

    def initialize = @kind = Judge.load(self.class)

    # Whether this class is a player's.
    def self.meant?(kind) = CLASS_NAME.bind_call(kind).to_s.end_with?("Player")

    # What the class of a player is like.
    def self.what = "whose name ends in Player"

    def name = Judge.answer_name(@kind.new.name)

    def new_game
      setup = Setup.new(Question.long(0), Question.number(1), Question.number(2), Question.number(3), Question.list(4),
        Question.number(5) == 1)
      @size = setup.size
      @known = "\0".b * (@size * @size)
      @rows = Array.new(@size) { Array.new(@size, CELLS[0]) }
      @player = @kind.new
      method = @player.method(:new_game)
      fleet = method.arity.zero? ? @player.new_game : @player.new_game(setup)
      bytes = ships(method, fleet).map { |ship| ship.pack("C4") }
      Judge.answer_list(bytes.size, bytes.join)
    end

    # Blocks that Ruby's own methods call are slow here, so in what is done each turn there is none.
    def take_turn
      at, count, ships, left = IN.unpack("L<4")
      now = IN.byteslice(at, count)
      learn(@shot, now.getbyte(@shot)) if @shot
      # Nearly always that is all that is new.
      count.times { |square| learn(square, now.getbyte(square)) } unless @known == now
      # The player may keep what it gets, and change it.
      state = []
      row = 0
      while row < @size
        state << [*@rows[row]]
        row += 1
      end
      target = @player.take_turn(state, IN.byteslice(ships, left).bytes)
      Judge.answer_square(@player, :take_turn, target)
      x, y = Judge.answered
      @shot = y * @size + x
      @shot = nil if @shot >= count
    end

    private

    def learn(square, cell)
      @known.setbyte(square, cell)
      @rows[square / @size][square % @size] = CELLS[cell]
    end

    def ships(method, fleet)
      unless fleet.is_a?(Array)
        Judge.wrong(method, fleet, "return an array of ships, such as [[0, 0, 5, :across], [0, 1, 4, :down]]")
      end
      fleet.map do |ship|
        x, y, length, way = ship if ship.is_a?(Array) && ship.size == 4
        x, y, length = [x, y, length].map { |number| Judge.whole(number) }
        right = [x, y, length].all? { |number| number.is_a?(Integer) && (0..255).cover?(number) }
        unless right && %i[across down].include?(way)
          Judge.wrong(method, fleet, "its ship #{Judge.shown(ship)} must be [x, y, length, :across] or [x, y, length, :down]")
        end
        [x, y, length, way == :across ? 0 : 1]
      end
    end
  end
end
