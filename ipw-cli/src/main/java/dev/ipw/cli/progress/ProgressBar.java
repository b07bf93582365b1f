package dev.ipw.cli.progress;

import dev.ipw.analysis.RunFigure;
import dev.ipw.cli.terminal.Terminal;
import dev.ipw.cli.terminal.VisibleStream;
import dev.ipw.cli.terminal.WindowSize;
import dev.ipw.cli.text.DisplayWidth;
import dev.ipw.cli.text.Figures;
import dev.ipw.cli.text.TextTable;
import dev.ipw.energy.Provenance;
import dev.ipw.internal.io.VisibleText;
import dev.ipw.internal.number.SiPrefix;
import dev.ipw.progress.LiveFigures;
import dev.ipw.progress.LiveFigures.Percentiles;
import dev.ipw.progress.RunProgress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The progress of a run. On a terminal it is one line, redrawn in place. In a file it is plain lines: one after each
 * tenth of the way, but at most one in ten seconds; one each minute if a tenth takes longer; and the last.
 */
public final class ProgressBar {
    private static final long REDRAW_NANOS = 100_000_000;
    private static final long SHORTEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final int WIDEST_BAR = 40;
    private static final int NARROWEST_BAR = 5;
    private static final int TENTHS = 10;
    private static final String ERASE_BELOW = "\u001b[J";
    /** The maximum length of a plain line, for terminals that are not detected. */
    private static final int LONGEST_LINE = 80;

    private final VisibleStream err;
    private final boolean live;
    private final WindowSize window;
    private final LongSupplier nanoTime;
    private String label = "";
    private String unit = "";
    private boolean drawn;
    private long drawnNanos;
    private int drawnLength;
    private int drawnFor;
    private boolean waits;
    private int plainTenths;
    private Optional<RunProgress> unwritten = Optional.empty();

    /**
     * Creates a bar beside the result.
     *
     * @param terminal the target
     * @param live     true to redraw one line, false for plain lines
     * @param nanoTime the clock, in nanoseconds
     */
    public ProgressBar(Terminal terminal, boolean live, LongSupplier nanoTime) {
        this(terminal.err(), WindowSize.of(terminal), live, nanoTime);
    }

    /** Creates a bar on a stream, as wide as a window. */
    public ProgressBar(VisibleStream stream, WindowSize window, boolean live, LongSupplier nanoTime) {
        err = stream;
        this.window = window;
        drawnFor = window.now().columns();
        this.live = live;
        this.nanoTime = nanoTime;
    }

    /**
     * Starts a phase.
     *
     * @param title a short description of the work
     * @param steps the unit of its steps
     */
    public void begin(String title, String steps) {
        label = title;
        unit = steps;
        plainTenths = 0;
        drawn = false;
        drawnNanos = nanoTime.getAsLong();
        unwritten = Optional.empty();
    }

    /** Shows the current progress. */
    public void update(RunProgress progress) {
        long now = nanoTime.getAsLong();
        if (!live) {
            unwritten = Optional.of(progress);
            if (isDue(progress, now)) {
                write(progress);
                drawnNanos = now;
            }
        } else if (!drawn || progress.fraction() >= 1 || now - drawnNanos >= REDRAW_NANOS) {
            draw(line(progress));
            drawn = true;
            drawnNanos = now;
        }
    }

    private boolean isDue(RunProgress progress, long now) {
        boolean isLast = progress.planned().isPresent() && progress.finished() >= progress.planned().getAsInt();
        long pause = now - drawnNanos;
        return isLast || pause >= LONGEST_PAUSE_NANOS
                || (pause >= SHORTEST_PAUSE_NANOS && (int) (progress.fraction() * TENTHS) > plainTenths);
    }

    private void write(RunProgress progress) {
        plainTenths = (int) (progress.fraction() * TENTHS);
        unwritten = Optional.empty();
        String line = label + ": " + ProgressText.steps(progress, " of ") + " " + ProgressText.unit(progress, unit)
                + " ("
                + ProgressText.percent(progress) + " %)" + tail(facts(progress));
        for (String figure : figures(progress)) {
            if (line.length() + ", ".length() + figure.length() > LONGEST_LINE) {
                break;
            }
            line += ", " + figure;
        }
        err.println(line);
    }

    /** Shows the reason of a wait; on a terminal it is one line, which whatever follows replaces. */
    void showWait(String reason) {
        if (live) {
            draw(DisplayWidth.within(reason, window.now().columns() - 1));
            waits = true;
        } else {
            err.println(reason);
        }
    }

    /** Erases the reason of a wait. */
    void endWait() {
        if (waits) {
            erase();
        }
    }

    private void erase() {
        if (drawnLength > 0) {
            err.trusted().print("\r" + " ".repeat(Math.min(drawnLength, window.now().columns() - 1)) + "\r");
            drawnLength = 0;
        }
        waits = false;
    }

    /** Prints a sentence above the line. */
    void printAbove(String sentence) {
        erase();
        if (live) {
            err.print(TextTable.paragraph(sentence, "", window.now().columns() - 1));
            err.flush();
        } else {
            err.println(sentence);
        }
    }

    /** Ends the line as it is, or writes the last one. */
    public void end() {
        unwritten.ifPresent(this::write);
        endWait();
        if (live && drawnLength > 0) {
            err.println();
            drawnLength = 0;
        }
    }

    private void draw(String line) {
        int columns = window.now().columns();
        // If the terminal became narrower, it broke the old line, and spaces would not cover it.
        String clearing = columns == drawnFor ? "" : ERASE_BELOW;
        int left = Math.max(0, Math.min(drawnLength, columns - 1) - line.length());
        err.trusted().print("\r" + clearing + VisibleText.marked(line) + " ".repeat(left));
        drawnFor = columns;
        err.flush();
        drawnLength = line.length();
        waits = false;
    }

    private String line(RunProgress progress) {
        String seconds = progress.planned().isPresent() ? "" : " s";
        String facts = ProgressText.steps(progress, "/") + seconds
                + String.format(Locale.ROOT, " %3d %%", ProgressText.percent(progress)) + tail(facts(progress));
        int columns = window.now().columns();
        // The last column stays free, because some terminals break the line after writing it.
        int room = columns - 1 - label.length() - " [] ".length();
        for (String figure : figures(progress)) {
            if (facts.length() + ", ".length() + figure.length() + 2 * NARROWEST_BAR > room) {
                break;
            }
            facts += ", " + figure;
        }
        int wide = Math.min(WIDEST_BAR, room - facts.length());
        if (wide < NARROWEST_BAR) {
            return facts.substring(0, Math.min(facts.length(), columns - 1));
        }
        return label + " " + ProgressText.bar(progress, wide) + " " + facts;
    }

    private List<String> facts(RunProgress progress) {
        List<String> facts = new ArrayList<>();
        if (progress.planned().isEmpty()) {
            facts.add(progress.finished() + " finished");
        }
        if (progress.failed() > 0) {
            facts.add(progress.failed() + " failed");
        }
        facts.add(live ? ProgressText.left(progress) : ProgressText.seconds(progress.elapsed().toNanos()));
        return facts;
    }

    private static List<String> figures(RunProgress progress) {
        List<String> figures = new ArrayList<>();
        if (progress.finished() > 0) {
            progress.live().ifPresent(known -> add(figures, known));
        }
        return figures;
    }

    private static void add(List<String> figures, LiveFigures known) {
        String guess = known.energyProvenance().filter(how -> how == Provenance.ESTIMATED).map(how -> " " + how)
                .orElse("");
        known.watts().ifPresent(watts -> figures.add(Figures.of(watts, "W") + guess));
        known.joules().ifPresent(joules -> figures.add(Figures.of(joules, "J") + guess));
        figures.add(Figures.of(known.answersPerSecond()) + " "
                + RunFigure.REQUESTS_PER_SECOND.words());
        times(figures, "TTFT", known.timeToFirstTokenSeconds());
        times(figures, "TPOT", known.timePerOutputTokenSeconds());
        known.outputTokensPerSecond().ifPresent(tokens -> figures.add(Figures.of(tokens) + " tokens/s"));
    }

    private static void times(List<String> figures, String name, Percentiles times) {
        OptionalDouble p90 = times.p90();
        times.median().ifPresent(half -> {
            SiPrefix prefix = SiPrefix.of(p90.orElse(half), "s");
            figures.add(name + " " + Figures.brief(prefix.scaled(half))
                    + (p90.isPresent() ? "/" + Figures.brief(prefix.scaled(p90.getAsDouble())) : "") + " "
                    + prefix.before("s"));
        });
    }

    private static String tail(List<String> facts) {
        return ", " + String.join(", ", facts);
    }
}
