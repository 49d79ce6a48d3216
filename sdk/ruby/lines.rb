# A program that reads lines: it has standard input and output as anywhere, and no class that is called.

module Judge
  class Lines
    # Hands over whole lines at once, and the rest when it is flushed.
    class Output < Log
      def write(*texts)
        texts.judge_sum do |text|
          text = printed(text)
          @line << text
          flush if text.include?("\n")
          text.bytesize
        end
      end

      # What is printed stands behind a byte that no line of the log begins with.
      def flush
        text = @line
        @line = +""
        @out.syswrite("\xFF".b + text.b) unless text.empty?
        self
      end
    end

    OUTPUT = Output.new($stdout)

    # Puts the clock on, at once: how far stands behind a byte that no text begins with.
    def self.sleep(seconds)
      raise ArgumentError, "time interval must not be negative" if seconds.negative?

      IO_OF_JUDGE[1].syswrite("\xFE".b + [[seconds * 1_000_000_000, 1 << 62].min.to_i].pack("Q<"))
      seconds.round
    end

    # All clocks of `Process` count fuel.
    def self.mend_clocks
      %i[CLOCK_PROCESS_CPUTIME_ID CLOCK_THREAD_CPUTIME_ID].each do |name|
        Process.__send__(:remove_const, name) if Process.const_defined?(name)
        Process.const_set(name, Process::CLOCK_MONOTONIC)
      end
      Process.define_singleton_method(:times) { Process::Tms.new(clock_gettime(Process::CLOCK_MONOTONIC), 0, 0, 0) }
    end

    # Runs the program to its end.
    def run
      IO_OF_JUDGE[0].set_encoding("UTF-8")
      Judge.program.run(Judge.program.main)
      LOG.puts("#{Judge.program.main}: it ended; a bot reads lines until the judge stops it")
    rescue SystemExit => error
      raise unless error.success?
    end
  end
end
