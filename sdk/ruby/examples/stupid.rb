# A player of the Fight Club: ships at the left edge, and each square once, at random.
class StupidPlayer
  def name
    "Stupid in Ruby"
  end

  def new_game
    @targets = (0...10).to_a.product((0...10).to_a).shuffle
    [
      [0, 0, 5, :across],
      [0, 1, 4, :across],
      [0, 2, 3, :across],
      [0, 3, 3, :across],
      [0, 4, 2, :across]
    ]
  end

  def take_turn(_state, _ships_remaining)
    @targets.pop
  end
end
