# Plays a class by lines. A method answers each question that is asked; its name is the question's word, with _ for -:
#
#     require_relative "player"
#
#     class Sailor
#       def take_turn(question)
#         question["legal_actions"].first
#       end
#     end
#
#     play(Sailor)
#
# `question` is the line, as a Hash. What is only told goes to a method of its word, if there is one. An object plays one
# game. Without a method `name` the bot is called as its class is.

require "json"

# Makes a player, and lets it answer until the judge stops it.
def play(kind)
  $stdout.sync = true
  player = kind.new
  while (line = gets)
    question = JSON.parse(line)
    srand(question["seed"].to_i) if question["seed"]
    word = question["ask"] || question["tell"]
    method = word.tr("-", "_")
    if player.respond_to?(method)
      answer = player.public_send(method, question)
      puts answer if question["ask"]
    elsif word == "name"
      puts kind.name
    elsif question["ask"]
      abort "#{kind} has no method for {\"ask\":\"#{word}\",…}; write def #{method}(question)"
    end
  end
end
