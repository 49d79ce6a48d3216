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

    # Runs the program to its end.
    def run
      IO_OF_JUDGE[0].set_encoding("UTF-8")
      Judge.program.run(Judge.program.main)
    rescue SystemExit => error
      raise unless error.success?
    end
  end
end
