import dev.ipw.cli.IpwCommand;
import dev.ipw.cli.terminal.Terminal;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The files about the command that a system reads: completions for bash, zsh and fish, and man pages. All come from the
 * command's own options and help, so none can be out of date. Started by scripts/release.sh: FOLDER VERSION DATE.
 */
public final class CommandFiles {
    private static final int COLUMNS = 80;

    private final CommandLine line;
    private final String version;
    private final String date;

    private CommandFiles(CommandLine line, String version, String date) {
        this.line = line;
        this.version = version;
        this.date = date;
    }

    public static void main(String[] arguments) throws IOException {
        Locale.setDefault(Locale.ROOT);
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        CommandLine line = IpwCommand.line(new String[] {"--help-all"}, Terminal.of(nowhere, nowhere, Map.of()));
        Stream.concat(Stream.of(line), line.getSubcommands().values().stream())
                .forEach(each -> each.setUsageHelpWidth(COLUMNS));
        new CommandFiles(line, arguments[1], arguments[2]).write(Path.of(arguments[0]));
    }

    private void write(Path folder) throws IOException {
        Path completions = Files.createDirectories(folder.resolve("completions"));
        Files.writeString(completions.resolve("ipw.bash"), AutoComplete.bash("ipw", line));
        Files.writeString(completions.resolve("_ipw"), zsh());
        Files.writeString(completions.resolve("ipw.fish"), fish());
        Path pages = Files.createDirectories(folder.resolve("man").resolve("man1"));
        Files.writeString(pages.resolve("ipw.1"), page(line, "ipw"));
        for (CommandLine command : commands()) {
            String name = "ipw-" + command.getCommandName();
            Files.writeString(pages.resolve(name + ".1"), page(command, name));
        }
    }

    private List<CommandLine> commands() {
        return line.getSubcommands().values().stream().distinct()
                .filter(command -> !command.getCommandSpec().usageMessage().hidden()).toList();
    }

    /** A man page: the help as it is printed, whose headings are the sections of the page. */
    private String page(CommandLine command, String name) {
        StringBuilder page = new StringBuilder();
        page.append(".TH ").append(name.toUpperCase(Locale.ROOT)).append(" 1 \"").append(date).append("\" \"ipw ")
                .append(version).append("\" \"Intelligence Per Watt\"\n.SH NAME\n").append(roff(name)).append(" \\- ")
                .append(roff(purpose(command))).append('\n');
        String help = command.getUsageMessage(CommandLine.Help.Ansi.OFF).replaceFirst("^Usage: ", "Usage:\n  ");
        for (String text : help.lines().toList()) {
            if (text.matches("\\p{Lu}[\\p{L} ]*:")) {
                page.append(".SH ").append(text.substring(0, text.length() - 1).toUpperCase(Locale.ROOT)).append("\n.nf\n");
            } else {
                page.append(roff(text)).append('\n');
            }
        }
        page.append(".fi\n.SH SEE ALSO\n");
        String others = command == line
                ? commands().stream().map(other -> "ipw-" + other.getCommandName() + "(1)").collect(Collectors.joining(", "))
                : "ipw(1)";
        return page.append(roff(others)).append('\n').toString();
    }

    private static String roff(String text) {
        String escaped = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga");
        return escaped.startsWith(".") ? "\\&" + escaped : escaped;
    }

    private String fish() {
        StringBuilder text = new StringBuilder("# Completions of ipw for fish.\n");
        String none = "not __fish_seen_subcommand_from " + commands().stream().map(CommandLine::getCommandName)
                .collect(Collectors.joining(" "));
        for (CommandLine command : commands()) {
            text.append("complete -c ipw -f -n ").append(quoted(none)).append(" -a ")
                    .append(command.getCommandName()).append(" -d ").append(quoted(purpose(command))).append('\n');
        }
        for (CommandLine command : commands()) {
            String here = "__fish_seen_subcommand_from " + command.getCommandName();
            options(command).forEach(option -> {
                text.append("complete -c ipw -n ").append(quoted(here));
                for (String name : option.names()) {
                    text.append(name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1));
                }
                if (takesValue(option)) {
                    text.append(" -r");
                }
                String values = candidates(option);
                if (!values.isEmpty()) {
                    text.append(" -f -a ").append(quoted(values));
                }
                text.append(" -d ").append(quoted(firstSentence(option.description()))).append('\n');
            });
            command.getCommandSpec().positionalParameters().stream().map(CommandFiles::candidates)
                    .filter(values -> !values.isEmpty()).forEach(values -> text.append("complete -c ipw -f -n ")
                            .append(quoted(here)).append(" -a ").append(quoted(values)).append('\n'));
        }
        return text.toString();
    }

    private String zsh() {
        StringBuilder text = new StringBuilder("#compdef ipw\n# Completions of ipw for zsh.\n\n_ipw() {\n"
                + "    local context state state_descr line\n    typeset -A opt_args\n    local -a commands\n    commands=(\n");
        commands().forEach(command -> text.append("        ")
                .append(quoted(command.getCommandName() + ":" + purpose(command).replace(":", "\\:"))).append('\n'));
        text.append("    )\n    _arguments -C '1: :->command' '*:: :->arguments'\n    case $state in\n")
                .append("        command) _describe command commands ;;\n        arguments)\n            case $line[1] in\n");
        for (CommandLine command : commands()) {
            text.append("                ").append(command.getCommandName()).append(")\n                    _arguments");
            options(command).forEach(option -> {
                for (String name : option.names()) {
                    String repeated = option.isMultiValue() ? "*" : "";
                    String value = takesValue(option) ? (name.startsWith("--") ? "=" : "") : "";
                    text.append(" \\\n                        ").append(quoted(repeated + name + value + "["
                            + firstSentence(option.description()).replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]")
                                    .replace(":", "\\:")
                            + "]" + (takesValue(option) ? ": :" + action(option) : "")));
                }
            });
            String values = command.getCommandSpec().positionalParameters().stream().map(CommandFiles::candidates)
                    .filter(any -> !any.isEmpty()).findFirst().orElse("");
            text.append(" \\\n                        ")
                    .append(quoted("*: :" + (values.isEmpty() ? "_files" : "(" + values + ")"))).append("\n                    ;;\n");
        }
        return text.append("            esac\n            ;;\n    esac\n}\n\n_ipw \"$@\"\n").toString();
    }

    private static String action(ArgSpec option) {
        String values = candidates(option);
        return values.isEmpty() ? "_files" : "(" + values + ")";
    }

    private static List<OptionSpec> options(CommandLine command) {
        return command.getCommandSpec().options().stream().filter(option -> !option.hidden()).toList();
    }

    private static boolean takesValue(OptionSpec option) {
        return option.arity().max() > 0;
    }

    private static String candidates(ArgSpec option) {
        Iterable<String> candidates = option.completionCandidates();
        return candidates == null ? ""
                : StreamSupport.stream(candidates.spliterator(), false).collect(Collectors.joining(" "));
    }

    private String purpose(CommandLine command) {
        return firstSentence(command.getCommandSpec().usageMessage().description());
    }

    private static String firstSentence(String[] description) {
        String text = CommandLine.Help.Ansi.OFF.string(String.join(" ", description).replace("%n", " ").replace("%%", "%"));
        int end = text.indexOf(". ");
        return (end < 0 ? text : text.substring(0, end)).replaceFirst("\\.$", "").strip();
    }

    /** A word in single quotes for zsh and fish. */
    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
