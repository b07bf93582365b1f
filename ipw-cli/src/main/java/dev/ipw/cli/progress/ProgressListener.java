package dev.ipw.cli.progress;

import dev.ipw.cli.terminal.LiveScreen;
import dev.ipw.cli.text.CommandWords;
import dev.ipw.load.Load;
import dev.ipw.progress.ProfilerListener;
import dev.ipw.progress.RunProgress;
import dev.ipw.results.internal.format.RunStatus;
import dev.ipw.run.RunPhase;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** The listener that draws a run's progress: the measurement window always, other phases once they take long. */
public final class ProgressListener implements ProfilerListener, AutoCloseable {
    private static final Duration LONG = Duration.ofSeconds(1);
    private static final long REDRAW_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final ProgressBar bar;
    private final Supplier<Optional<LiveScreen>> screens;
    private final Set<String> warnings = new HashSet<>();
    private Optional<LiveScreen> screen = Optional.empty();
    private LivePanel panel = new LivePanel("");
    private long drawnNanos;
    private boolean begun;

    /** Creates a listener that draws all phases as a line. */
    public ProgressListener(ProgressBar bar) {
        this(bar, Optional::empty);
    }

    /**
     * Creates a listener that draws the measurement window on a screen of its own.
     *
     * @param bar     draws the other phases
     * @param screens opens the screen; may return empty
     */
    public ProgressListener(ProgressBar bar, Supplier<Optional<LiveScreen>> screens) {
        this.bar = bar;
        this.screens = screens;
    }

    @Override
    public void runStarted(int number, OptionalInt of, Load load) {
        close();
        bar.printAbove("Run " + number + (of.isPresent() ? " of " + of.getAsInt() : "") + ": " + load);
    }

    @Override
    public void phaseStarted(RunPhase phase) {
        close();
        begun = false;
        if (phase == RunPhase.MEASURING) {
            screen = screens.get();
            panel = new LivePanel("");
        }
    }

    @Override
    public void progressed(RunPhase phase, RunProgress progress) {
        if (!begun && phase != RunPhase.MEASURING && progress.elapsed().compareTo(LONG) < 0) {
            return;
        }
        boolean isFirst = !begun;
        if (isFirst) {
            begun = true;
            bar.begin(PhaseText.label(phase), PhaseText.unit(phase));
        }
        if (screen.isEmpty() || progress.fraction() >= 1) {
            screen.ifPresent(LiveScreen::erase);
            bar.update(progress);
        } else if (isFirst || System.nanoTime() - drawnNanos >= REDRAW_NANOS) {
            bar.endWait();
            Instant now = Instant.now();
            screen.get().draw(panel.lines(new RunStatus(phase, Optional.of(progress), now), now,
                    screen.get().columns()));
            drawnNanos = System.nanoTime();
        }
    }

    @Override
    public void waiting(String reason) {
        screen.ifPresent(LiveScreen::erase);
        bar.showWait(CommandWords.of(reason));
    }

    @Override
    public void warned(String message) {
        if (warnings.add(message)) {
            printAbove(message);
        }
    }

    private void printAbove(String sentence) {
        screen.ifPresent(LiveScreen::erase);
        bar.printAbove(CommandWords.of(sentence));
    }

    /** Restores the terminal. */
    @Override
    public void close() {
        screen.ifPresent(drawn -> {
            drawn.erase();
            drawn.close();
        });
        screen = Optional.empty();
        bar.end();
    }
}
