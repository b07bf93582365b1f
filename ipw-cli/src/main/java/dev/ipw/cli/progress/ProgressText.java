package dev.ipw.cli.progress;

import dev.ipw.progress.RunProgress;
import java.util.Locale;

/** The progress of a phase as text for a person. */
public final class ProgressText {
    private static final long LONGEST_SECONDS = 120;
    private static final long LONGEST_MINUTES = 120;

    private ProgressText() {}

    /** Formats the steps, or the seconds if time rather than a number of steps determines the end. */
    public static String steps(RunProgress progress, String of) {
        if (progress.planned().isPresent()) {
            return progress.finished() + of + progress.planned().getAsInt();
        }
        long whole = Math.round(progress.duration().orElseThrow().toNanos() / 1e9);
        return Math.min(whole, Math.round(progress.elapsed().toNanos() / 1e9)) + of + whole;
    }

    /** Returns the unit that {@link #steps} counts. */
    public static String unit(RunProgress progress, String unit) {
        return progress.planned().isPresent() ? unit : "s";
    }

    static int percent(RunProgress progress) {
        return (int) (100 * progress.fraction());
    }

    /** Returns the remaining time at the current pace, or the time taken. */
    static String left(RunProgress progress) {
        double fraction = progress.fraction();
        long elapsed = progress.elapsed().toNanos();
        if (fraction >= 1) {
            return seconds(elapsed);
        }
        return fraction == 0 ? "starting" : seconds(Math.round(elapsed / fraction * (1 - fraction))) + " left";
    }

    /** Draws the progress as a bar. */
    static String bar(RunProgress progress, int wide) {
        int filled = (int) (wide * progress.fraction());
        return "[" + "#".repeat(filled) + "-".repeat(wide - filled) + "]";
    }

    public static String seconds(long nanos) {
        long whole = Math.round(nanos / 1e9);
        if (whole < LONGEST_SECONDS) {
            return whole + " s";
        }
        long minutes = whole / 60;
        return minutes < LONGEST_MINUTES
                ? minutes + " min " + whole % 60 + " s"
                : String.format(Locale.ROOT, "%d h %d min", minutes / 60, minutes % 60);
    }
}
