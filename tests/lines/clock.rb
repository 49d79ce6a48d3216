# Thinks for 0.05 s of its clock, sleeps for 2 s of it, and tells both with a random number.
require "json"

def now = Process.clock_gettime(Process::CLOCK_MONOTONIC)

while (line = gets)
  begun = now
  question = JSON.parse(line)
  case question["ask"]
  when "name" then puts "Clock"
  when String
    nil while now - begun < 0.05
    slept = Time.now
    sleep 2
    warn "#{(Time.now - slept).to_i} #{rand}"
    puts question["legal_actions"].first
  end
end
