package dev.ipw.cli.watch;

import dev.ipw.cli.command.TypedCommand;
import dev.ipw.cli.profile.ResumeCommand;
import dev.ipw.cli.progress.PhaseText;
import dev.ipw.cli.progress.ProgressText;
import dev.ipw.cli.text.Figures;
import dev.ipw.cli.text.TextTable;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.results.internal.format.RunStatus;
import dev.ipw.results.internal.journal.JournalEntry;
import dev.ipw.results.internal.journal.JournalReader;
import dev.ipw.results.internal.journal.RunState;
import dev.ipw.run.LoadSettings;
import dev.ipw.run.RunConfiguration;
import dev.ipw.run.RunDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A run that another process may be making.
 *
 * @param run    its folder
 * @param state  whether a process is making it
 * @param status its last status; empty if it has published none
 */
record WatchedRun(RunDirectory run, RunState state, Optional<RunStatus> status) {
    private static final int MAX_EXAMINED = 1000;
    private static final int MAX_NAMED = 5;

    /**
     * Finds the run that a folder refers to: the folder itself, or the live run in it.
     *
     * @throws ConfigurationException if there is no such run; the message explains which folder to give
     */
    static RunDirectory find(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw new ConfigurationException(
                    "There is no folder " + folder.toAbsolutePath() + ". The folder of a run is "
                            + "its --output-dir and its --run-name, such as runs/demo" + going(parentOf(folder)));
        }
        RunDirectory own = new RunDirectory(folder);
        if (isRun(own)) {
            return own;
        }
        List<Path> going = goingIn(folder);
        if (going.size() == 1) {
            return new RunDirectory(going.getFirst());
        }
        throw new ConfigurationException(folder.toAbsolutePath() + " is not the folder of a run, and "
                + (going.isEmpty()
                        ? "no run goes on in it. 'ipw profile' begins one; 'ipw report' shows those that are finished"
                        : "several go on in it: " + named(going) + ". Give the folder of one of them"));
    }

    private static Path parentOf(Path folder) {
        return folder.toAbsolutePath().normalize().resolveSibling("");
    }

    private static String going(Path folder) {
        List<Path> going = goingIn(folder);
        return going.isEmpty() ? "" : ". In " + folder + " there go on: " + named(going);
    }

    private static String named(List<Path> runs) {
        return runs.stream().limit(MAX_NAMED).map(run -> run.getFileName().toString())
                .collect(Collectors.joining(", "))
                + (runs.size() > MAX_NAMED ? " and " + (runs.size() - MAX_NAMED) + " more" : "");
    }

    private static List<Path> goingIn(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.limit(MAX_EXAMINED).map(RunDirectory::new).filter(WatchedRun::isRun)
                    .filter(run -> RunState.of(run) == RunState.GOING).map(RunDirectory::path).sorted().toList();
        } catch (IOException | UncheckedIOException unreadable) {
            return List.of();
        }
    }

    private static boolean isRun(RunDirectory run) {
        return Files.exists(run.journal()) || Files.exists(run.summary()) || Files.exists(run.manifest());
    }

    /** Reads the current state of a run. */
    static WatchedRun look(RunDirectory run) {
        return new WatchedRun(run, RunState.of(run), RunStatus.read(run));
    }

    /** Describes the run; if it has not written its configuration yet, only by name. */
    String title() {
        String name = String.valueOf(run.path().toAbsolutePath().normalize().getFileName());
        return configuration().map(known -> name + ": " + known.client().model() + ", " + known.datasetName() + ", "
                + words(known.load())).orElse(name);
    }

    private static String words(LoadSettings load) {
        if (load.replayed().isPresent()) {
            return "a replayed trace";
        }
        if (load.perSecond().isPresent()) {
            return Figures.of(load.perSecond()) + " requests a second";
        }
        int inFlight = load.concurrency().orElse(1);
        return (inFlight == 1 ? "one" : String.valueOf(inFlight)) + " at a time";
    }

    /** Reads the run's configuration from the first line of its journal, which may be incomplete. */
    private Optional<RunConfiguration> configuration() {
        if (!Files.exists(run.journal())) {
            return Optional.empty();
        }
        try (JournalReader journal = JournalReader.open(run.journal())) {
            return journal.next(JournalEntry.Begun.class).map(JournalEntry.Begun::configuration);
        } catch (InputException unreadable) {
            return Optional.empty();
        }
    }

    /**
     * Describes the end of a run that no process is making any more, and the next steps; commands are on lines of
     * their own.
     */
    String ending(int columns) {
        String folder = TypedCommand.quoted(run.path().toString());
        if (state == RunState.FINISHED) {
            return "The run " + run.path() + " is finished.\n"
                    + command("analyze", folder, "shows what it came to")
                    + command("show", folder, "shows its slowest requests")
                    + command("report", folder, "writes a page for the browser");
        }
        String lastUpdate = status
                .map(last -> " It was last heard of at " + last.updated().truncatedTo(ChronoUnit.SECONDS) + ": "
                        + PhaseText.label(last.phase())
                        + last.progress().map(progress -> ", " + ProgressText.steps(progress, " of ") + " "
                                + ProgressText.unit(progress, PhaseText.unit(last.phase()))).orElse("")
                        + ".")
                .orElse("");
        return "The run " + run.path() + " was cut off.\n" + TextTable.paragraph(
                "No process makes it any more, and it has no results." + lastUpdate, "", columns)
                + command("analyze", folder, "finishes it with what it has")
                + configuration().flatMap(known -> new ResumeCommand(known, run.path()).text("To go on with it"))
                        .map(command -> command + "\n").orElse("");
    }

    private static String command(String name, String folder, String purpose) {
        return "  ipw " + name + " " + folder + " ".repeat("analyze".length() - name.length()) + "  " + purpose + "\n";
    }

    /** Returns the run as a tree. */
    TreeBuilder tree() {
        TreeBuilder tree = TreeBuilder.object().put("run", run.path().toString()).put("state",
                state.name().toLowerCase(Locale.ROOT));
        return tree.put("status", status.map(known -> known.toTree().build()));
    }
}
