// Writing the scripts from what the subcommands declare.
#include "cli/completion_command.hpp"

#include <cstdio>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/error.hpp"

namespace unda::cli {
namespace {

struct Command {
  std::string name, help, options;
};

std::vector<Command> commands_of(const CLI::App& app) {
  std::vector<Command> commands;
  for (const CLI::App* command : app.get_subcommands(nullptr)) {
    std::string options;
    for (const CLI::Option* option : command->get_options())
      for (const std::string& name : option->get_lnames())
        options += fmt::format("{}--{}", options.empty() ? "" : " ", name);
    commands.push_back({command->get_name(), command->get_description(), options});
  }
  return commands;
}

/// Options of `plot` are told by the program that draws.
constexpr const char* plot_options = "$(unda plot --help 2>/dev/null | grep -oE -- '--[a-z]+' | sort -u)";

std::string of_bash(const std::vector<Command>& commands) {
  std::string names, cases;
  for (const Command& c : commands) {
    names += (names.empty() ? "" : " ") + c.name;
    cases += fmt::format("    {}) words=\"{}\" ;;\n", c.name, c.name == "plot" ? plot_options : c.options);
  }
  return fmt::format(
      "# Completion of unda in bash: source <(unda completion bash)\n"
      "_unda() {{\n"
      "  local word=${{COMP_WORDS[COMP_CWORD]}} words=\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
      "    COMPREPLY=($(compgen -W \"{} --help --version\" -- \"$word\"))\n"
      "    return\n"
      "  fi\n"
      "  case \"${{COMP_WORDS[1]}}\" in\n{}"
      "  esac\n"
      "  case \"$word\" in\n"
      "    -*) COMPREPLY=($(compgen -W \"$words\" -- \"$word\")) ;;\n"
      "    *) COMPREPLY=($(compgen -f -- \"$word\")) ;;\n"
      "  esac\n"
      "}}\n"
      "complete -o filenames -F _unda unda ./unda\n",
      names, cases);
}

std::string of_zsh(const std::vector<Command>& commands) {
  return "# Completion of unda in zsh: source <(unda completion zsh)\n"
         "autoload -U +X compinit && compinit -u\n"
         "autoload -U +X bashcompinit && bashcompinit\n" +
         of_bash(commands);
}

std::string of_fish(const std::vector<Command>& commands) {
  std::string script = "# Completion of unda in fish: unda completion fish | source\n";
  for (const Command& c : commands)
    script += fmt::format("complete -c unda -n __fish_use_subcommand -a {} -d '{}'\n", c.name, c.help);
  for (const Command& c : commands) {
    std::string options = c.options;
    for (std::size_t at = 0; at < options.size();) {
      const std::size_t end = std::min(options.find(' ', at), options.size());
      script += fmt::format("complete -c unda -n '__fish_seen_subcommand_from {}' -l {}\n", c.name,
                            options.substr(at + 2, end - at - 2));
      at = end + 1;
    }
  }
  return script;
}

}  // namespace

void declare_completion(CLI::App& app, std::function<int()>& action) {
  CLI::App* command = app.add_subcommand("completion", "print what a shell needs to complete commands and options");
  auto shell = std::make_shared<std::string>();
  command->add_option("SHELL", *shell, "bash, zsh or fish")->required()->check(CLI::IsMember({"bash", "zsh", "fish"}));
  command->callback([&app, &action, shell] {
    action = [&app, shell] {
      const std::vector<Command> commands = commands_of(app);
      const std::string script = *shell == "bash"  ? of_bash(commands)
                                 : *shell == "zsh" ? of_zsh(commands)
                                                   : of_fish(commands);
      std::fputs(script.c_str(), stdout);
      return exit_done;
    };
  });
}

}  // namespace unda::cli
