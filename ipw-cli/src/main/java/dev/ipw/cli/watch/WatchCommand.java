package dev.ipw.cli.watch;

import dev.ipw.cli.command.CommandContext;
import dev.ipw.cli.progress.LivePanel;
import dev.ipw.cli.progress.ProgressBar;
import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.cli.terminal.Terminal;
import dev.ipw.cli.terminal.WindowSize;
import dev.ipw.results.internal.journal.RunState;
import dev.ipw.run.RunDirectory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command that watches a run in another process. */
@Command(name = "watch",
        description = {"Watch a run while another process makes it: power, requests, times, joules so far.",
                "Ctrl-C ends the watching; the run goes on. With --json, one object a second, a line each."})
public final class WatchCommand implements Callable<Integer> {
    private static final Duration PERIOD = Duration.ofSeconds(1);

    private final CommandContext ipw;
    private final Pause pause;

    @Parameters(index = "0", paramLabel = "RUN",
            description = "The folder of the run, or a folder in which one run goes on.")
    private Path folder = Path.of("");

    @Option(names = "--once", description = "Show how far it is now, and end.")
    private boolean once;

    public WatchCommand(CommandContext ipw, Pause pause) {
        this.ipw = ipw;
        this.pause = pause;
    }

    /** The pause between two reads of a run. */
    @FunctionalInterface
    public interface Pause {
        /**
         * Waits.
         *
         * @throws InterruptedException if watching is to end
         */
        void await(Duration time) throws InterruptedException;
    }

    @Override
    public Integer call() {
        RunDirectory run = WatchedRun.find(folder);
        WatchedRun first = WatchedRun.look(run);
        return once ? snapshot(first) : follow(first, () -> WatchedRun.look(run));
    }

    private int snapshot(WatchedRun run) {
        ipw.answer(() -> run.state() == RunState.GOING
                ? String.join("\n", WatchView.lines(new LivePanel(run.title()), run, ipw.terminal().columns()))
                : run.ending(ipw.terminal().columns()), run::tree);
        return run.state() == RunState.CUT_OFF ? ExitCode.SOME_FAILED : ExitCode.FINE;
    }

    private int follow(WatchedRun first, Supplier<WatchedRun> look) {
        WatchedRun run = first;
        if (first.state() == RunState.GOING) {
            try (WatchView view = view(first)) {
                while (run.state() == RunState.GOING && !ipw.terminal().out().checkError()) {
                    view.show(run);
                    pause.await(PERIOD);
                    run = look.get();
                }
            } catch (InterruptedException ended) {
                return ExitCode.INTERRUPTED;
            }
        }
        WatchedRun last = run;
        if (ipw.json()) {
            ipw.terminal().out().println(last.tree().json());
        } else {
            ipw.print(last.ending(ipw.terminal().columns()));
        }
        return last.state() == RunState.CUT_OFF ? ExitCode.SOME_FAILED : ExitCode.FINE;
    }

    private WatchView view(WatchedRun run) {
        Terminal terminal = ipw.terminal();
        if (ipw.json()) {
            return WatchView.json(terminal);
        }
        return terminal.screen()
                ? WatchView.screen(terminal, run.title())
                : WatchView.lines(new ProgressBar(terminal.out(), WindowSize.of(terminal), false, System::nanoTime));
    }
}
