package dev.ipw.cli.watch;

import dev.ipw.cli.progress.LivePanel;
import dev.ipw.cli.progress.PhaseText;
import dev.ipw.cli.progress.ProgressBar;
import dev.ipw.cli.terminal.LiveScreen;
import dev.ipw.cli.terminal.Terminal;
import dev.ipw.run.RunPhase;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A repeated display of a live run. */
interface WatchView extends AutoCloseable {
    /** Shows the run in its current state. */
    void show(WatchedRun run);

    /** Restores the terminal. */
    @Override
    default void close() {}

    /** Returns a view that redraws the run in place. */
    static WatchView screen(Terminal terminal, String title) {
        LiveScreen screen = new LiveScreen(terminal);
        LivePanel panel = new LivePanel(title);
        return new WatchView() {
            @Override
            public void show(WatchedRun run) {
                screen.draw(lines(panel, run, screen.columns()));
            }

            @Override
            public void close() {
                screen.close();
            }
        };
    }

    /** Returns a view that writes plain lines, only as often as a file's reader needs. */
    static WatchView lines(ProgressBar bar) {
        return new WatchView() {
            private Optional<RunPhase> phase = Optional.empty();

            @Override
            public void show(WatchedRun run) {
                run.status().ifPresent(status -> status.progress().ifPresent(progress -> {
                    if (!phase.equals(Optional.of(status.phase()))) {
                        bar.end();
                        bar.begin(PhaseText.label(status.phase()), PhaseText.unit(status.phase()));
                        phase = Optional.of(status.phase());
                    }
                    bar.update(progress);
                }));
            }

            @Override
            public void close() {
                bar.end();
            }
        };
    }

    /** Returns a view that writes a line of JSON each time. */
    static WatchView json(Terminal terminal) {
        return run -> {
            terminal.out().println(run.tree().json());
            terminal.out().flush();
        };
    }

    /** Returns the lines for one moment. */
    static List<String> lines(LivePanel panel, WatchedRun run, int columns) {
        return run.status().map(status -> panel.lines(status, Instant.now(), columns))
                .orElseGet(() -> List.of(run.title(), "It has not told how far it is yet."));
    }
}
