# A bot for Battleship, as the Fight Club has them: a class whose name ends in Player. A new object plays each game.
class NewPlayer
  def name = "NAME"

  # The fleet: [x, y, length, :across] or [x, y, length, :down], the leftmost or topmost square first. Players of the Fight
  # Club take no argument here; `setup` has size, fleet, no_touch, seat and seed.
  def new_game(setup)
    apart = setup.no_touch ? 2 : 1
    setup.fleet.each_with_index.map { |length, row| [0, row * apart, length, :across] }
  end

  # The square to shoot at, [x, y]: state[y][x] is :unknown, :hit or :miss.
  def take_turn(state, ships_remaining)
    unknown = []
    state.each_with_index do |row, y|
      row.each_with_index { |cell, x| unknown << [x, y] if cell == :unknown }
    end
    # THINK HERE: choose one of the squares in `unknown`.
    unknown.sample
  end
end
