package dev.ipw.cli;

import dev.ipw.load.Load;
import dev.ipw.progress.ProfilerListener;
import dev.ipw.progress.RunProgress;
import dev.ipw.run.RunPhase;
import java.time.Duration;
import java.util.HashSet;
import java.util.OptionalInt;
import java.util.Set;

/** Draw a run's progress: the measurement window always, the others once they take long. */
final class ProgressListener implements ProfilerListener {
    private static final Duration LONG = Duration.ofSeconds(1);

    private final ProgressBar bar;
    private final Set<String> warnings = new HashSet<>();
    private boolean begun;

    ProgressListener(ProgressBar bar) {
        this.bar = bar;
    }

    @Override
    public void runStarted(int number, OptionalInt of, Load load) {
        bar.end();
        bar.say("Run " + number + (of.isPresent() ? " of " + of.getAsInt() : "") + ": " + load);
    }

    @Override
    public void phaseStarted(RunPhase phase) {
        bar.end();
        begun = false;
    }

    @Override
    public void progressed(RunPhase phase, RunProgress progress) {
        if (!begun && phase != RunPhase.MEASURING && progress.elapsed().compareTo(LONG) < 0) {
            return;
        }
        if (!begun) {
            begun = true;
            bar.begin(label(phase));
        }
        bar.update(progress);
    }

    @Override
    public void waiting(String what) {
        bar.say(what);
    }

    @Override
    public void warned(String message) {
        if (warnings.add(message)) {
            bar.say(message);
        }
    }

    private static String label(RunPhase phase) {
        return switch (phase) {
            case WARMING_UP -> "Warming up";
            case RESTING_BEFORE, RESTING_AFTER -> "Measuring idle power";
            case MEASURING -> "Profiling";
            case EVALUATING -> "Evaluating";
            case FINISHING -> "Finishing";
        };
    }
}
