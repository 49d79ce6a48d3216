# Ruby's StringIO, which is a C extension elsewhere: a text that is written to, or read from, such as by `dump`.

class StringIO
  include Enumerable
  include Judge::Printing

  VERSION = "3.1"

  attr_accessor :lineno, :sync
  attr_reader :string, :pos

  alias tell pos

  def self.open(...)
    io = new(...)
    block_given? ? yield(io) : io
  end

  def initialize(string = +"", mode = nil)
    mode = mode.to_s
    @string = string
    @can_write = mode.empty? ? !string.frozen? : mode.judge_match?(/[wa+]/)
    @can_read = mode.empty? || mode.judge_match?(/[r+]/)
    raise Errno::EACCES, "the string is frozen" if @can_write && string.frozen?

    @string.replace("") if mode.start_with?("w")
    @appends = mode.start_with?("a")
    @lineno = 0
    @pos = 0
  end

  def string=(string)
    initialize(string)
    string
  end

  def write(*texts)
    raise IOError, "not opened for writing" unless @can_write

    texts.judge_sum do |text|
      text = text.to_s
      @pos = @string.bytesize if @appends
      @string << "\0" * (@pos - @string.bytesize) if @pos > @string.bytesize
      if @pos == @string.bytesize
        @string << text
      else
        put_over(text)
      end
      @pos += text.bytesize
      text.bytesize
    end
  end

  alias syswrite write

  def read(length = nil, into = nil)
    can_read
    left = [@string.bytesize - @pos, 0].max
    return (into&.replace("") && nil) if left.zero? && length&.positive?

    text = @string.byteslice(@pos, [length || left, left].min) || +""
    text = text.b if length
    @pos += text.bytesize
    into ? into.replace(text) : text
  end

  # A line, up to a separator or a number of bytes.
  def gets(separator = $/, limit = nil, chomp: false)
    can_read
    separator, limit = $/, separator if separator.is_a?(Integer)
    return $_ = nil if eof?

    separator = "\n\n" if separator == ""
    found = separator && @string.byteindex(separator, @pos)
    to = found ? found + separator.bytesize : @string.bytesize
    to = [to, @pos + limit].min if limit
    line = @string.byteslice(@pos, to - @pos)
    @pos = to
    @lineno += 1
    chomp && separator ? line.chomp(separator) : line
  end

  def readline(...) = gets(...) || raise(EOFError, "end of file reached")

  def each_line(*words, **more)
    return to_enum(:each_line, *words, **more) unless block_given?

    while (line = gets(*words, **more))
      yield line
    end
    self
  end

  alias each each_line

  def readlines(...) = each_line(...).to_a

  def getc
    can_read
    character = @string.byteslice(@pos..)&.slice(0)
    @pos += character.bytesize if character
    character
  end

  def getbyte
    can_read
    byte = @string.getbyte(@pos)
    @pos += 1 if byte
    byte
  end

  def each_char
    return to_enum(:each_char) unless block_given?

    while (character = getc)
      yield character
    end
    self
  end

  def pos=(at)
    raise Errno::EINVAL, "before the beginning" if at.negative?

    @pos = at
  end

  def seek(by, from = IO::SEEK_SET)
    base = { IO::SEEK_SET => 0, IO::SEEK_CUR => @pos, IO::SEEK_END => @string.bytesize }.fetch(from)
    self.pos = base + by
    0
  end

  def rewind
    @pos = @lineno = 0
  end

  def truncate(size)
    @string.replace(@string.byteslice(0, size).ljust(size, "\0"))
    0
  end

  def reopen(...)
    initialize(...)
    self
  end

  def eof? = @pos >= @string.bytesize

  def size = @string.bytesize

  def close
    close_read
    close_write
  end

  def close_read = @can_read = nil

  def close_write = @can_write = nil

  def closed? = !@can_read && !@can_write

  def binmode = self

  def set_encoding(encoding, *)
    @string.force_encoding(encoding || Encoding.default_external) unless @string.frozen?
    self
  end

  def external_encoding = @string.encoding

  alias eof eof?
  alias length size

  private

  def can_read
    raise IOError, "not opened for reading" unless @can_read
  end

  def put_over(text)
    length = [text.bytesize, @string.bytesize - @pos].min
    encoding = @string.encoding
    @string.force_encoding(Encoding::BINARY)
    @string[@pos, length] = text.b
    @string.force_encoding(encoding)
  end
end
