package dev.ipw.cli.result;

import dev.ipw.analysis.Efficiency;
import dev.ipw.analysis.Goodput;
import dev.ipw.analysis.RunFigure;
import dev.ipw.analysis.internal.LengthCheck;
import dev.ipw.cli.text.BriefNames;
import dev.ipw.cli.text.DisplayWidth;
import dev.ipw.cli.text.Figures;
import dev.ipw.cli.text.ShortNotes;
import dev.ipw.cli.text.TextTable;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.quality.RunValidity.Reason;
import dev.ipw.quality.RunValidity.Trust;
import dev.ipw.record.Dimension;
import dev.ipw.run.RunSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** The results of a run on one screen, with the warnings that a reader must know. */
final class ResultScreen {
    /** The maximum number of lines at 80 columns or more; a figure that was asked for adds its own line. */
    static final int MAX_LINES = 14;
    private static final int MAX_NARROW_LINES = 18;
    private static final int NARROW = 80;
    private static final String UNUSABLE = "? ";
    private static final String INDENT = "  ";
    private static final List<RunFigure> PER_UNIT = List.of(RunFigure.INTELLIGENCE_PER_JOULE,
            RunFigure.DEVICE_INTELLIGENCE_PER_WATT);
    private static final List<RunFigure> USED = List.of(RunFigure.JOULES_PER_QUERY, RunFigure.JOULES_PER_OUTPUT_TOKEN,
            RunFigure.DEVICE_WATTS);
    private static final String[] NOTHING = {"", ""};

    private final RunReport report;
    private final RunSummary summary;
    private final Efficiency efficiency;
    private final HeadlineText headline;

    ResultScreen(RunReport report) {
        this.report = report;
        summary = report.summary();
        efficiency = report.efficiency();
        headline = new HeadlineText(efficiency, summary);
    }

    /** Formats the screen for a person. */
    String text(int columns) {
        List<String> lines = new ArrayList<>(TextTable.wrap(report.title(), columns));
        report.resumption().ifPresent(sentence -> lines.addAll(TextTable.wrap(sentence, columns)));
        int title = lines.size();
        int most = (columns < NARROW ? MAX_NARROW_LINES : MAX_LINES) + title - 1 + rest().size() - 1;
        lines.addAll(merits(columns).lines().toList());
        int merits = lines.size();
        lines.addAll(report.figures().times(columns).lines().toList());
        List<String> shards = report.shards().map(sentence -> TextTable.wrap(sentence, columns)).orElse(List.of());
        lines.addAll(notes().lines(Math.max(2, most - 1 - lines.size()), columns,
                "'ipw analyze " + report.run().path() + "' shows them"));
        lines.addAll(shards);
        lines.add("Run: " + report.run().path());
        // Blank lines use the remaining room.
        for (int place : List.of(merits, title)) {
            if (lines.size() < most) {
                lines.add(place, "");
            }
        }
        return String.join("\n", lines) + "\n";
    }

    /** Formats two figures per line if there is room. */
    private String merits(int columns) {
        List<String[]> left = Stream.concat(PER_UNIT.stream().filter(headline::isKnown).map(this::row),
                Stream.<String[]>of(
                        new String[]{RunFigure.REQUESTS_PER_SECOND.words(), rate() + mark()}))
                .toList();
        List<String[]> right = Stream.concat(USED.stream().filter(headline::isKnown).map(this::row),
                headline.least().stream().map(text -> new String[]{RunFigure.JOULES_PER_QUERY.words(), text})).toList();
        List<String[]> rest = rest();
        int labels = Stream.concat(left.stream(), rest.stream()).mapToInt(row -> DisplayWidth.of(row[0])).max()
                .orElse(0);
        TextTable wide = new TextTable();
        TextTable narrow = new TextTable();
        for (int line = 0; line < Math.max(left.size(), right.size()); line++) {
            String[] first = line < left.size() ? left.get(line) : NOTHING;
            String[] second = line < right.size() ? right.get(line) : NOTHING;
            wide.row(padded(first[0], labels), first[1], second[0], second[1]);
        }
        Stream.concat(left.stream(), right.stream()).forEach(row -> narrow.row(padded(row[0], labels), row[1]));
        TextTable last = new TextTable();
        rest.forEach(row -> last.row(padded(row[0], labels), row[1]));
        return new TextTable().row(padded("Accuracy", labels), report.accuracy()).format(INDENT, columns)
                + (wide.fitsUnbroken(columns - INDENT.length()) ? wide : narrow).format(INDENT, columns)
                + last.format(INDENT, columns);
    }

    private List<String[]> rest() {
        List<String[]> rest = new ArrayList<>();
        rest.add(new String[]{"Energy", energy()});
        report.goodput()
                .ifPresent(known -> rest.add(new String[]{"Goodput", goodput(known) + mark()}));
        report.solved().ifPresent(known -> rest.add(new String[]{"A solved task", new SolvedText(known).brief()}));
        new AccountsText(summary).estimate().ifPresent(text -> rest.add(new String[]{AccountsText.ESTIMATE, text}));
        new AccountsText(summary).total().ifPresent(total -> rest.add(new String[]{"Cost", total}));
        return rest;
    }

    /** Returns the mark of a figure that is made of unusable times; the note with the reason begins with it. */
    private String mark() {
        return report.times().isInvalid() ? " " + UNUSABLE.strip() : "";
    }

    private static String padded(String label, int columns) {
        return label + " ".repeat(columns - DisplayWidth.of(label));
    }

    private String[] row(RunFigure figure) {
        return new String[]{figure.words(), headline.figure(figure)};
    }

    private String rate() {
        OptionalDouble asked = summary.configuration().askedPerSecond();
        String offered = summary.totals().offeredPerSecond().isPresent()
                ? " of " + Figures.of(summary.totals().offeredPerSecond()) + " offered"
                : asked.isPresent() ? " of " + Figures.of(asked) + " asked for" : "";
        return Figures.of(summary.totals().requestsPerSecond()) + offered;
    }

    private String energy() {
        EnergyReading total = summary.totals().deviceEnergy();
        if (total.isAvailable()) {
            return ResultDetails.joules(total).replaceFirst(" in all$", "") + ", " + total.provenance() + ", "
                    + efficiency.energyScope()
                    + SensorError.brief(summary).map(error -> "; " + error).orElse("");
        }
        return efficiency.energyProvenance() == Provenance.UNAVAILABLE
                ? "unavailable"
                : efficiency.energyProvenance() + ", " + efficiency.energyScope();
    }

    private static String goodput(Goodput known) {
        String levels = known.levels().toString();
        for (Dimension dimension : Dimension.values()) {
            levels = levels.replace(dimension.label() + " ", BriefNames.of(dimension) + " ");
        }
        return known.met() + " of " + known.attempted() + " kept " + levels + "; "
                + Figures.of(known.perSecond().value()) + "/s"
                + (known.joulesPerAnswer().value().isPresent()
                        ? ", " + Figures.of(known.joulesPerAnswer().value(), "J") + " each"
                        : "");
    }

    /** Returns the notes, the most serious first: errors, doubts, missing data. */
    private ShortNotes notes() {
        ShortNotes notes = new ShortNotes();
        report.times().reasons().stream().filter(this::isGrave).forEach(reason -> add(notes, reason));
        report.failedRequests().forEach(failed -> notes.add("FAILED: " + failed.text()));
        EnergyReading total = summary.totals().deviceEnergy();
        if (!total.isAvailable() && efficiency.energyProvenance() == Provenance.UNAVAILABLE) {
            notes.add("No joules: " + (report.coverage().hasHoles()
                    ? report.coverage().text()
                    : efficiency.energySource()));
        } else if (report.coverage().hasHoles()) {
            notes.add("Joules are known of " + report.coverage().text());
        }
        report.times().reasons().stream().filter(reason -> !isGrave(reason)).forEach(reason -> add(notes, reason));
        if (report.times().isUnknown()) {
            notes.add(report.times().sentence());
        }
        headline.whyNone().ifPresent(why -> notes.add("No IPJ: " + why));
        if (!headline.part().isEmpty()) {
            notes.add("IPJ and J/query: " + headline.part().replaceFirst("^[,;] ", ""));
        }
        ResultDetails.doubts(total).forEach(doubt -> notes.add("Doubtful joules: " + doubt));
        if (report.counting().excludedCount() > 0) {
            notes.add("Cut: " + new ResultDetails(report).cut());
        }
        report.lengths().map(LengthCheck::input).filter(known -> known.exact() < known.asked())
                .ifPresent(known -> notes.add("Prompt lengths: " + ResultDetails.text(known)));
        report.lengths().map(LengthCheck::output).filter(known -> known.exact() < known.asked())
                .ifPresent(known -> notes.add("Answer lengths: " + ResultDetails.text(known)));
        summary.configuration().telemetryNote().filter(note -> !note.equals(efficiency.energySource()))
                .ifPresent(note -> notes.add("Note: " + note));
        return notes;
    }

    private boolean isGrave(Reason reason) {
        return reason.level() == Trust.INVALID;
    }

    private void add(ShortNotes notes, Reason reason) {
        notes.add((isGrave(reason) ? UNUSABLE : "") + reason.level() + ": " + reason.text());
    }
}
