package dev.ipw.cli;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * Show how far a run is. A person who watches sees one line that is drawn again; a file gets a plain line for every
 * tenth of the way.
 */
final class ProgressBar {
    private static final long REDRAW_NANOS = 100_000_000;
    private static final int WIDEST_BAR = 40;
    private static final int NARROWEST_BAR = 5;
    private static final int PLAIN_LINES = 10;

    private final PrintStream err;
    private final boolean live;
    private final int columns;
    private final LongSupplier nanoTime;
    private String label = "";
    private int total;
    private long startNanos;
    private long drawnNanos;
    private int drawnLength;
    private int plainLines;

    /**
     * Make a bar.
     *
     * @param terminal where it is drawn
     * @param live     true to draw one line again and again, false for plain lines
     * @param nanoTime the clock, in nanoseconds
     */
    ProgressBar(Terminal terminal, boolean live, LongSupplier nanoTime) {
        err = terminal.err();
        columns = terminal.columns();
        this.live = live;
        this.nanoTime = nanoTime;
    }

    /**
     * Start anew.
     *
     * @param what    what is being done, one word
     * @param steps   how many steps there are
     * @param elapsed how long it has been going on
     */
    void begin(String what, int steps, Duration elapsed) {
        label = what;
        total = steps;
        startNanos = nanoTime.getAsLong() - elapsed.toNanos();
        plainLines = 0;
        if (live) {
            draw(0, 0, nanoTime.getAsLong());
        }
    }

    /**
     * Show that steps are done.
     *
     * @param done   how many so far
     * @param failed how many of them failed
     */
    void update(int done, int failed) {
        long now = nanoTime.getAsLong();
        if (!live) {
            int tenths = (int) ((long) done * PLAIN_LINES / Math.max(1, total));
            if (tenths > plainLines) {
                plainLines = tenths;
                err.println(label + ": " + done + " of " + total + " (" + 100L * done / total + " %)"
                        + failures(failed) + ", " + seconds(now - startNanos));
            }
        } else if (done == total || now - drawnNanos >= REDRAW_NANOS) {
            draw(done, failed, now);
        }
    }

    /** Say a sentence above the line. */
    void say(String sentence) {
        if (drawnLength > 0) {
            err.print("\r" + " ".repeat(drawnLength) + "\r");
            drawnLength = 0;
        }
        err.println(sentence);
    }

    /** Leave the line as it stands. */
    void end() {
        if (live && drawnLength > 0) {
            err.println();
            drawnLength = 0;
        }
    }

    private void draw(int done, int failed, long now) {
        String line = line(done, failed, now - startNanos);
        err.print("\r" + line + " ".repeat(Math.max(0, drawnLength - line.length())));
        err.flush();
        drawnLength = line.length();
        drawnNanos = now;
    }

    private String line(int done, int failed, long elapsedNanos) {
        String facts = String.format(Locale.ROOT, "%d/%d %3d %%", done, total, 100L * done / Math.max(1, total))
                + failures(failed) + ", " + left(done, elapsedNanos);
        // The last column stays free: writing it makes some terminals go to the next line.
        int room = Math.min(WIDEST_BAR, columns - 1 - label.length() - facts.length() - " [] ".length());
        if (room < NARROWEST_BAR) {
            return facts.substring(0, Math.min(facts.length(), columns - 1));
        }
        int filled = (int) ((long) room * done / Math.max(1, total));
        return label + " [" + "#".repeat(filled) + "-".repeat(room - filled) + "] " + facts;
    }

    private String left(int done, long elapsedNanos) {
        if (done == total) {
            return seconds(elapsedNanos);
        }
        return done == 0 ? "starting" : seconds(elapsedNanos / done * (total - done)) + " left";
    }

    private static String failures(int failed) {
        return failed == 0 ? "" : ", " + failed + " failed";
    }

    private static String seconds(long nanos) {
        long whole = Math.round(nanos / 1e9);
        return whole < 120 ? whole + " s" : whole / 60 + " min " + whole % 60 + " s";
    }
}
