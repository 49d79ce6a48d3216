# A bot for GAME: a program that reads a line and prints a line.
#
# A line with "ask" wants an answer, and one with "tell" wants none. These are the lines of GAME, and answers behind >:
# LINES
#
# Who prefers a class finds how to write one in player.rb.

require "json"

# FLEET
# Places the ships one below the other: 5a@0,2 is one of 5 squares, across, which begins at 0,2.
def place_ships(question)
  apart = question["no-touch"] ? 2 : 1
  question["fleet"].each_with_index.map { |length, row| "#{length}a@0,#{row * apart}" }.join(" ")
end

# END
def take_turn(question)
  actions = question.fetch("legal_actions", [""])
  # THINK HERE: choose one of the actions. question["…"] is what else there is.
  actions.sample
end

$stdout.sync = true
while (line = gets)
  question = JSON.parse(line)
  srand(question["seed"].to_i) if question["seed"]
  next unless question["ask"]

  if question["ask"] == "name"
    puts "NAME"
  # FLEET
  elsif question["fleet"]
    puts place_ships(question)
  # END
  else
    puts take_turn(question)
  end
end
