package dev.ipw.cli;

import dev.ipw.run.RunPhase;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Show a run that goes on, again and again. */
interface WatchView extends AutoCloseable {
    /** Show it as it is now. */
    void show(WatchedRun run);

    /** Leave the terminal as it was. */
    @Override
    default void close() {}

    /** Draw it over the picture before. */
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

    /** Write plain lines, no more than a file's reader wants. */
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

    /** Write a line of JSON each time. */
    static WatchView json(Terminal terminal) {
        return run -> {
            terminal.out().println(run.tree().json());
            terminal.out().flush();
        };
    }

    /** Lay out one moment. */
    static List<String> lines(LivePanel panel, WatchedRun run, int columns) {
        return run.status().map(status -> panel.lines(status, Instant.now(), columns))
                .orElseGet(() -> List.of(run.title(), "It has not told how far it is yet."));
    }
}
