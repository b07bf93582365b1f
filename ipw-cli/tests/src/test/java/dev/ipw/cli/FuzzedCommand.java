package dev.ipw.cli;

import dev.ipw.cli.terminal.ExitCode;
import java.util.Arrays;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A command that was given hostile input, held to what holds for every input: one of the documented exit codes, no Java
 * exception, no control character on the screen, and a message where it failed.
 *
 * @param exitCode the exit code
 * @param out      standard output
 * @param err      standard error
 */
record FuzzedCommand(int exitCode, String out, String err) {
    private static final List<Integer> EXIT_CODES = List.of(ExitCode.FINE, ExitCode.SOME_FAILED, ExitCode.WRONG_USE,
            ExitCode.SERVER_UNREACHABLE, ExitCode.BEYOND_LIMIT, ExitCode.INCONCLUSIVE);

    /** Run a command within this process. */
    static FuzzedCommand run(String... arguments) {
        CapturedTerminal captured = new CapturedTerminal();
        int exitCode = IpwCommand.run(arguments, captured.terminal(120));
        FuzzedCommand command = new FuzzedCommand(exitCode, captured.out(), captured.err());
        command.holdsItself(arguments);
        return command;
    }

    private void holdsItself(String[] arguments) {
        String what = "ipw " + String.join(" ", Arrays.asList(arguments)) + "\nexit code " + exitCode + "\n" + err;
        assertThat(EXIT_CODES).as(what).contains(exitCode);
        assertThat(err).as(what).doesNotContain("failed unexpectedly", "ran out of memory").doesNotContainPattern(
                "\\b(java|com\\.fasterxml|org\\.apache)\\.[a-z.]+[A-Z]|[a-z](Exception|Error)\\b|\\tat dev\\.ipw");
        // Rows of CSV end as RFC 4180 has them.
        assertThat(hasNoControlCharacters((out + err).replace("\r\n", "\n"))).as(what).isTrue();
        if (exitCode != ExitCode.FINE) {
            assertThat(err.isBlank() && out.isBlank()).as(what).isFalse();
        }
    }

    private static boolean hasNoControlCharacters(String text) {
        return text.chars().allMatch(character -> character == '\n' || character == '\t'
                || (!Character.isISOControl(character) && !isBidirectionalControl(character)));
    }

    private static boolean isBidirectionalControl(int character) {
        return (character >= 0x202a && character <= 0x202e) || (character >= 0x2066 && character <= 0x2069)
                || character == 0x200e || character == 0x200f || character == 0x061c;
    }
}
