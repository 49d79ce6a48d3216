# Loads what bots may require of Ruby's library, once, so that no bot has to.

module Judge
  EXTENSIONS = %w[json/ext/parser json/ext/generator].freeze
  $LOADED_FEATURES.push("json/common.rb", "json/ext/generator/state.rb")
  loaded = {}
  take = lambda do |name|
    name = name.to_s.delete_suffix(".rb")
    text = FILES_OF_LIBRARY[name]
    # Ruby has it in itself, and would look for a part of it in a folder.
    require_of_ruby("#{name}.so") && take.call("#{name}/state") if EXTENSIONS.include?(name)
    next false if loaded[name] || text.nil?

    loaded[name] = true
    RubyVM::InstructionSequence.compile(text, "(judge)/library/#{name}.rb", nil, 1).eval
    true
  end
  Kernel.alias_method(:require_of_ruby, :require)
  Kernel.alias_method(:require_relative_of_ruby, :require_relative)
  Kernel.define_method(:require, &take)
  Kernel.define_method(:require_relative) do |name|
    folder = File.dirname(caller_locations(1, 1).first.path.delete_prefix("(judge)/library/"))
    take.call(folder == "." ? name : "#{folder}/#{name}")
  end
  # What each brings is there once it is required or named: a player may have a class of its own called Matrix. JSON is
  # looked for by Ruby itself, too.
  CONSTANTS = LIBRARY.to_h do |name|
    before = [*Object.constants, :JSON]
    take.call(name)
    new = (Object.constants - before).reject { |constant| Object.autoload?(constant) }
    [name, new.to_h { |constant| [constant, Object.const_get(constant)] }]
  end
  CONSTANTS.each_value { |all| all.each_key { |constant| Object.__send__(:remove_const, constant) } }
  %i[require require_relative].each do |name|
    Kernel.alias_method(name, "#{name}_of_ruby")
    Kernel.__send__(:private, name)
    Kernel.remove_method("#{name}_of_ruby")
  end
  remove_const(:FILES_OF_LIBRARY)
end
