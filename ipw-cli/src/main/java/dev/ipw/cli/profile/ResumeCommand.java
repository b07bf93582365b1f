package dev.ipw.cli.profile;

import dev.ipw.cli.command.TypedCommand;
import dev.ipw.internal.secret.Redaction;
import dev.ipw.run.RunConfiguration;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The command line that resumes a run that ended early.
 *
 * @param run  its configuration
 * @param path its folder
 */
public record ResumeCommand(RunConfiguration run, Path path) {
    /** A word as a shell reads it, possibly quoted. */
    private static final Pattern WORD = Pattern.compile("(?:[^\\s'\\\\]|'[^']*'|\\\\.)+");
    private static final String OVERWRITE = "--overwrite";
    private static final String RUN_NAME = "--run-name";
    private static final String RESUME = "--resume";
    private static final String BENCH = "bench";
    private static final Set<String> COMMANDS = Set.of(ProfileCommand.NAME, RunCommand.NAME);
    private static final Set<String> SERIES = Set.of("--sweep", "--repeat", "--find-rate");
    private static final List<String> SERIES_FILES = List.of("sweep.json", "repeats.json");

    /**
     * Formats the command on a line of its own, for copying.
     *
     * @param purpose the purpose of the command
     * @return both; empty if the command is unknown, or if the run is part of a series, which cannot be resumed
     */
    public Optional<String> text(String purpose) {
        return run.command().map(ResumeCommand::words).filter(this::isOfOneRun).map(this::resumed)
                .map(command -> purpose + (command.contains(Redaction.MARK)
                        ? ", with the secret in place of " + Redaction.MARK
                        : "") + ":\n" + command);
    }

    private boolean isOfOneRun(List<String> words) {
        boolean isSeries = words.stream().anyMatch(word -> SERIES.contains(word.replaceFirst("=.*", "")))
                || SERIES_FILES.stream().anyMatch(
                        name -> Files.exists(path.toAbsolutePath().normalize().resolveSibling(name)));
        // General options and their values may precede the command.
        return words.stream().skip(1).filter(word -> COMMANDS.contains(word) || word.equals(BENCH)).findFirst()
                .filter(COMMANDS::contains).isPresent() && !isSeries;
    }

    private static List<String> words(String command) {
        return WORD.matcher(command).results().map(MatchResult::group).toList();
    }

    private String resumed(List<String> typed) {
        List<String> words = new ArrayList<>(typed);
        // A stored run must not be replaced.
        words.removeIf(OVERWRITE::equals);
        if (words.stream().noneMatch(one -> one.equals(RUN_NAME) || one.startsWith(RUN_NAME + "="))) {
            words.add(RUN_NAME);
            words.add(TypedCommand.quoted(String.valueOf(path.toAbsolutePath().normalize().getFileName())));
        }
        if (!words.contains(RESUME)) {
            words.add(RESUME);
        }
        return String.join(" ", words);
    }
}
