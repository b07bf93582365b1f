package dev.ipw.cli;

import dev.ipw.internal.names.NearestNames;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.UnmatchedArgumentException;

/** Say which option or command is none, and which was meant. */
final class UnmatchedText {
    private UnmatchedText() {}

    static String of(UnmatchedArgumentException wrong) {
        CommandLine command = wrong.getCommandLine();
        String typed = wrong.getUnmatched().getFirst();
        if (typed.startsWith("-")) {
            String name = typed.contains("=") ? typed.substring(0, typed.indexOf('=')) : typed;
            List<String> options = command.getCommandSpec().options().stream().filter(Predicate.not(ArgSpec::hidden))
                    .flatMap(option -> List.of(option.names()).stream()).filter(option -> option.startsWith("--"))
                    .toList();
            return "Unknown option '" + name + "'." + NearestNames.question(name, options);
        }
        Set<String> commands = command.getSubcommands().keySet();
        if (commands.isEmpty()) {
            return "'" + typed + "' is one argument too many.";
        }
        // Where an argument may stand too, a command that is typed wrongly was taken for it.
        String first = command.getCommandSpec().positionalParameters().stream()
                .flatMap(argument -> argument.stringValues().stream()).findFirst().orElse(typed);
        return "Unknown command '" + first + "'." + NearestNames.question(first, commands);
    }
}
