# Battleship as the Fight Club asks for it: a class whose name ends in Player, with name, new_game and take_turn.

module Judge
  class Battleship
    CELLS = %i[unknown hit miss].freeze
    METHODS = %i[name new_game take_turn].freeze

    Setup = Struct.new(:seed, :seat, :seats, :size, :fleet, :no_touch)

    def initialize
      @kind = Judge.load(nil, METHODS, "whose name ends in Player") { |kind| kind.name.to_s.end_with?("Player") }
    end

    def name = Judge.answer_name(@kind.new.name)

    def new_game
      setup = Setup.new(Question.long(0), Question.number(1), Question.number(2), Question.number(3), Question.list(4),
        Question.number(5) == 1)
      Kernel.srand(setup.seed)
      @size = setup.size
      @player = @kind.new
      method = @player.method(:new_game)
      fleet = method.arity.zero? ? method.call : method.call(setup)
      bytes = ships(method, fleet).map { |ship| ship.pack("C4") }
      Judge.answer_list(bytes.size, bytes.join)
      @take_turn = @player.method(:take_turn)
    end

    def take_turn
      cells = Question.list(0)
      cells.map! { |cell| CELLS[cell] }
      state = Array.new(@size) { |y| cells[y * @size, @size] }
      target = @take_turn.call(state, Question.list(1))
      Judge.answer(*Judge.square(@take_turn, target))
    end

    private

    def ships(method, fleet)
      unless fleet.is_a?(Array)
        Judge.wrong(method, fleet, "return an array of ships, such as [[0, 0, 5, :across], [0, 1, 4, :down]]")
      end
      fleet.map do |ship|
        x, y, length, way = ship if ship.is_a?(Array) && ship.size == 4
        right = [x, y, length].all? { |number| number.is_a?(Integer) && (0..255).cover?(number) }
        unless right && %i[across down].include?(way)
          Judge.wrong(method, fleet, "its ship #{Judge.shown(ship)} must be [x, y, length, :across] or [x, y, length, :down]")
        end
        [x, y, length, way == :across ? 0 : 1]
      end
    end
  end
end
