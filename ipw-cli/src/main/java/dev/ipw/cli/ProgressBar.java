package dev.ipw.cli;

import dev.ipw.analysis.RunFigure;
import dev.ipw.internal.io.VisibleText;
import dev.ipw.progress.LiveFigures;
import dev.ipw.progress.RunProgress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
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
    private static final double MILLIS = 1e3;

    private final VisibleStream err;
    private final boolean live;
    private final int columns;
    private final LongSupplier nanoTime;
    private String label = "";
    private boolean drawn;
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
     * @param what what is being done, in few words
     */
    void begin(String what) {
        label = what;
        plainLines = 0;
        drawn = false;
    }

    /** Show how far it is. */
    void update(RunProgress progress) {
        long now = nanoTime.getAsLong();
        if (!live) {
            int tenths = (int) (progress.fraction() * PLAIN_LINES);
            if (tenths > plainLines) {
                plainLines = tenths;
                List<String> facts = facts(progress);
                facts.addAll(figures(progress));
                err.println(label + ": " + steps(progress, " of ") + " (" + percent(progress) + " %)"
                        + tail(facts));
            }
        } else if (!drawn || progress.fraction() >= 1 || now - drawnNanos >= REDRAW_NANOS) {
            draw(line(progress));
            drawn = true;
            drawnNanos = now;
        }
    }

    /** Print a sentence above the line. */
    void say(String sentence) {
        if (drawnLength > 0) {
            err.trusted().print("\r" + " ".repeat(drawnLength) + "\r");
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

    private void draw(String line) {
        err.trusted().print("\r" + VisibleText.marked(line) + " ".repeat(Math.max(0, drawnLength - line.length())));
        err.flush();
        drawnLength = line.length();
    }

    private String line(RunProgress progress) {
        String facts = steps(progress, "/") + String.format(Locale.ROOT, " %3d %%", percent(progress))
                + tail(facts(progress));
        // The last column stays free: writing it makes some terminals go to the next line.
        int room = columns - 1 - label.length() - " [] ".length();
        for (String figure : figures(progress)) {
            boolean fits = facts.length() + ", ".length() + figure.length() + 2 * NARROWEST_BAR <= room;
            facts = fits ? facts + ", " + figure : facts;
        }
        int wide = Math.min(WIDEST_BAR, room - facts.length());
        if (wide < NARROWEST_BAR) {
            return facts.substring(0, Math.min(facts.length(), columns - 1));
        }
        int filled = (int) (wide * progress.fraction());
        return label + " [" + "#".repeat(filled) + "-".repeat(wide - filled) + "] " + facts;
    }

    /** Count steps, or seconds where a time is nearer to the end than the steps are. */
    private static String steps(RunProgress progress, String of) {
        if (progress.planned().isPresent()) {
            return progress.finished() + of + progress.planned().getAsInt();
        }
        long whole = Math.round(progress.duration().orElseThrow().toNanos() / 1e9);
        return Math.min(whole, Math.round(progress.elapsed().toNanos() / 1e9)) + of + whole + " s";
    }

    private static int percent(RunProgress progress) {
        return (int) (100 * progress.fraction());
    }

    private List<String> facts(RunProgress progress) {
        List<String> facts = new ArrayList<>();
        if (progress.planned().isEmpty()) {
            facts.add(progress.finished() + " finished");
        }
        if (progress.failed() > 0) {
            facts.add(progress.failed() + " failed");
        }
        facts.add(live ? left(progress) : seconds(progress.elapsed().toNanos()));
        return facts;
    }

    private static String left(RunProgress progress) {
        double fraction = progress.fraction();
        long elapsed = progress.elapsed().toNanos();
        if (fraction >= 1) {
            return seconds(elapsed);
        }
        return fraction == 0 ? "starting" : seconds(Math.round(elapsed / fraction * (1 - fraction))) + " left";
    }

    private static List<String> figures(RunProgress progress) {
        List<String> figures = new ArrayList<>();
        progress.live().ifPresent(known -> add(figures, known));
        return figures;
    }

    private static void add(List<String> figures, LiveFigures known) {
        known.watts().ifPresent(watts -> figures.add(Figures.of(watts) + " W"));
        known.joules().ifPresent(joules -> figures.add(Figures.of(joules) + " J"));
        figures.add(Figures.of(known.answersPerSecond()) + " "
                + RunFigure.REQUESTS_PER_SECOND.words());
        times(figures, "TTFT", known.medianTimeToFirstTokenSeconds(), known.p90TimeToFirstTokenSeconds());
        times(figures, "TPOT", known.medianTimePerOutputTokenSeconds(), known.p90TimePerOutputTokenSeconds());
        known.outputTokensPerSecond().ifPresent(tokens -> figures.add(Figures.of(tokens) + " tokens/s"));
    }

    private static void times(List<String> figures, String name, OptionalDouble median, OptionalDouble p90) {
        median.ifPresent(half -> figures.add(name + " " + Figures.of(half * MILLIS)
                + (p90.isPresent() ? "/" + Figures.of(p90.getAsDouble() * MILLIS) : "") + " ms"));
    }

    private static String tail(List<String> facts) {
        return ", " + String.join(", ", facts);
    }

    private static String seconds(long nanos) {
        long whole = Math.round(nanos / 1e9);
        return whole < 120 ? whole + " s" : whole / 60 + " min " + whole % 60 + " s";
    }
}
