package dev.ipw.cli;

import dev.ipw.internal.names.NearestNames;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The message for an unknown option or command, with the likely intended one. */
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
        // If an argument is allowed here too, a mistyped command was parsed as that argument.
        String first = command.getCommandSpec().positionalParameters().stream()
                .flatMap(argument -> argument.stringValues().stream()).findFirst().orElse(typed);
        return "Unknown command '" + first + "'." + NearestNames.question(first, commands);
    }
}
