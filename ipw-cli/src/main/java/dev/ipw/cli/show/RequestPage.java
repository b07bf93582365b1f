package dev.ipw.cli.show;

import dev.ipw.cli.text.Figures;
import dev.ipw.cli.text.ShownText;
import dev.ipw.cli.text.TextTable;
import dev.ipw.energy.DeviceEnergy;
import dev.ipw.energy.EnergyReading;
import dev.ipw.inference.TokenUsage;
import dev.ipw.internal.secret.Redaction;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.record.Dimension;
import dev.ipw.record.LatencyMetrics;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.report.query.QueryTree;
import dev.ipw.results.internal.format.TimeParts;
import dev.ipw.statistics.Quantiles;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * One request of a run in detail.
 *
 * @param path   the run
 * @param row    the request's number, from 1
 * @param record its record
 */
public record RequestPage(Path path, long row, ProfilingRecord record) {
    private static final int LONGEST_TEXT = 4000;
    private static final int LONGEST_LINE = 500;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int MIN_BAR = 16;
    private static final int MAX_BAR = 60;
    private static final int TABLE_COLUMNS = 46;
    private static final String INDENT = "  ";

    /** Formats the page for a person. */
    public String text(int columns) {
        StringBuilder text = new StringBuilder(
                path + ", row " + row + ": " + ShownText.line(id(), LONGEST_LINE) + "\n");
        record.outcome().failure().ifPresent(failure -> text.append(TextTable.paragraph("FAILED: "
                + failure.kind().label() + ": " + Redaction.excerpt(failure.message(), LONGEST_LINE), "", columns)));
        TurnsText turns = new TurnsText(record);
        text.append(turns.isNeeded()
                ? "\nTurns\n" + turns.text(INDENT, columns)
                : "\nTime\n" + timeline(columns) + times(columns)).append("\nTokens\n")
                .append(tokens(columns)).append("\nEnergy\n").append(energy(columns)).append("\nVerdict\n")
                .append(TextTable.paragraph(verdict(), INDENT, columns));
        section(text, "Question", record.question().problem(), columns);
        section(text, "Right answer", record.question().answer(), columns);
        section(text, "Reasoning", record.outcome().reasoning().orElse(""), columns);
        section(text, "Answer", record.outcome().answer(), columns);
        return text.toString();
    }

    private String id() {
        return record.question().id();
    }

    private static void section(StringBuilder text, String head, String body, int columns) {
        if (!body.isBlank()) {
            text.append('\n').append(head).append('\n')
                    .append(ShownText.lines(body, LONGEST_TEXT, INDENT, columns));
        }
    }

    /** Draws the parts of the time below each other, each at its position. */
    private String timeline(int columns) {
        Map<String, Long> parts = QueryTree.timeParts(record);
        int width = Math.clamp(columns - TABLE_COLUMNS, MIN_BAR, MAX_BAR);
        long all = TimeParts.of(record.outcome().timeline()).totalNanos();
        long total = Math.max(1, all);
        TextTable table = new TextTable(1);
        long from = 0;
        for (Map.Entry<String, Long> part : parts.entrySet()) {
            long until = from + part.getValue();
            int begin = (int) (from * (double) width / total);
            int end = Math.max(part.getValue() == 0 ? begin : begin + 1, (int) (until * (double) width / total));
            String bar = " ".repeat(begin) + "#".repeat(Math.min(end, width) - Math.min(begin, width));
            table.row(part.getKey(), seconds(part.getValue()),
                    "|" + bar + " ".repeat(Math.max(0, width - bar.length())) + "|");
            from = until;
        }
        return table.row("in all", seconds(all), "").format(INDENT, columns);
    }

    private String times(int columns) {
        LatencyMetrics latency = record.metrics().latency();
        TextTable table = new TextTable();
        table.row("time to first token", seconds(Dimension.TIME_TO_FIRST_TOKEN.of(record)));
        table.row("to first visible", seconds(Dimension.TIME_TO_FIRST_VISIBLE_TOKEN.of(record)));
        table.row("per output token", seconds(Dimension.TIME_PER_OUTPUT_TOKEN.of(record))
                + latency.timePerOutputTokenBasis().map(basis -> " (" + basis.label() + ")").orElse(""));
        table.row("chunks", chunks());
        return table.format(INDENT, columns);
    }

    private String chunks() {
        double[] gaps = gapsSeconds();
        int count = record.outcome().timeline().chunkNanos().length;
        if (gaps.length == 0) {
            return count == 0 ? "no chunk times are known" : "1";
        }
        int longest = 0;
        for (int gap = 1; gap < gaps.length; gap++) {
            longest = gaps[gap] > gaps[longest] ? gap : longest;
        }
        return count + "; gaps: median " + Figures.of(Quantiles.of(gaps, 0.5), "s") + ", p90 "
                + Figures.of(Quantiles.of(gaps, 0.9), "s") + ", longest " + Figures.of(gaps[longest], "s")
                + " before chunk " + (longest + 2);
    }

    private double[] gapsSeconds() {
        long[] chunks = record.outcome().timeline().chunkNanos();
        double[] gaps = new double[Math.max(0, chunks.length - 1)];
        Arrays.setAll(gaps, gap -> (chunks[gap + 1] - chunks[gap]) / NANOS_PER_SECOND);
        return gaps;
    }

    private String tokens(int columns) {
        TokenUsage usage = record.metrics().tokens();
        TextTable table = new TextTable(1).row("input", whole(usage.input())).row("of them cached",
                whole(usage.cachedInput())).row("output", whole(usage.output()))
                .row("of them reasoning", whole(usage.reasoning()));
        return table.format(INDENT, columns) + INDENT + "counted by: " + usage.source().label() + "\n";
    }

    private String energy(int columns) {
        EnergyReading headline = record.metrics().energy().headline();
        TextTable table = new TextTable(1);
        for (DeviceEnergy device : record.metrics().energy().devices()) {
            EnergyReading reading = device.reading();
            table.row(ShownText.line(device.device(), LONGEST_LINE)).row(INDENT + reading.scopeLabel(),
                    Figures.of(reading), reading.provenance().name())
                    .row(INDENT + "by " + ShownText.line(reading.source(), LONGEST_LINE));
        }
        String known = headline.isAvailable()
                ? Figures.of(headline) + ", " + headline.provenance() + " (" + headline.source() + ")"
                : headline.toString();
        String limits = headline.flags().stream().sorted()
                .map(flag -> TextTable.paragraph(flag.words(), INDENT + INDENT, columns)).collect(Collectors.joining());
        return TextTable.paragraph(known, INDENT, columns) + limits + table.format(INDENT, columns);
    }

    private String verdict() {
        String counts = record.isCorrect().map(right -> right ? "right" : "wrong").orElse("not evaluated");
        return counts + record.evaluation().map(kept -> " (" + kept.verdict().label() + " by " + record.evaluator()
                + ": " + ShownText.line(kept.reason(), LONGEST_LINE)
                + kept.extracted().map(read -> "; read '" + ShownText.line(read, LONGEST_LINE) + "'").orElse("") + ")")
                .orElse("");
    }

    private static String seconds(OptionalDouble seconds) {
        return Figures.of(seconds, "s");
    }

    private static String seconds(long nanos) {
        return Figures.of(nanos / NANOS_PER_SECOND, "s");
    }

    private static String whole(OptionalLong count) {
        return count.isEmpty() ? "-" : Long.toString(count.getAsLong());
    }

    /** Returns the request as a tree: nanoseconds, joules, and the complete texts. */
    public TreeBuilder tree() {
        return QueryTree.of(path, row, record);
    }
}
