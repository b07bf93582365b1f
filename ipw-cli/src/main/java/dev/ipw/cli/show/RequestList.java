package dev.ipw.cli.show;

import dev.ipw.ProfileRun;
import dev.ipw.cli.text.DisplayWidth;
import dev.ipw.cli.text.Figures;
import dev.ipw.cli.text.ShownText;
import dev.ipw.cli.text.TextTable;
import dev.ipw.internal.number.SiPrefix;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.record.Dimension;
import dev.ipw.record.ProfilingRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.PriorityQueue;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The requests of a run with the highest values of a figure, and the first failed requests. Memory use grows with the
 * number of listed requests only.
 *
 * @param path      the run
 * @param requests  the number of its requests
 * @param failures  the number of its failed requests
 * @param dimension the sort key
 * @param most      the requests with the highest values
 * @param failed    the first failed requests
 */
public record RequestList(Path path, long requests, long failures, Dimension dimension, List<Line> most,
        List<Line> failed) {
    private static final int LONGEST_TEXT = 200;
    private static final int MAX_SHOWN = 40;
    private static final int LONGEST_SHOWN_ID = 36;
    private static final int GAP = 2;
    private static final int MIN_SHOWN = 12;
    /** One failed request is listed per this number of listed requests. */
    private static final int FAILED_PART = 3;
    private static final String INDENT = "  ";

    public static RequestList of(ProfileRun run, Dimension dimension, int limit) {
        PriorityQueue<Line> most = new PriorityQueue<>(
                Comparator.comparingDouble(Line::sorted).thenComparing(Comparator.comparingLong(Line::row).reversed()));
        List<Line> failed = new ArrayList<>();
        long row = 0;
        long failures = 0;
        try (Stream<ProfilingRecord> records = run.records()) {
            for (ProfilingRecord record : (Iterable<ProfilingRecord>) records::iterator) {
                row++;
                OptionalDouble sorted = dimension.of(record);
                if (sorted.isPresent() && (most.size() < limit || sorted.getAsDouble() > most.element().sorted())) {
                    most.add(Line.of(row, record, sorted.getAsDouble()));
                    if (most.size() > limit) {
                        most.remove();
                    }
                }
                failures += record.hasFailed() ? 1 : 0;
                if (record.hasFailed() && failed.size() < limit) {
                    failed.add(Line.of(row, record, sorted.orElse(0)));
                }
            }
        }
        return new RequestList(run.path(), row, failures, dimension,
                most.stream().sorted(Comparator.comparingDouble(Line::sorted).reversed().thenComparingLong(Line::row))
                        .toList(),
                List.copyOf(failed));
    }

    /** Formats the list for a person: each request on a line. */
    String text(int columns) {
        StringBuilder text = new StringBuilder(path + ": " + requests + " requests"
                + (failures == 0 ? "" : ", " + failures + " failed") + "\n");
        String gap = failed.isEmpty() ? "\n" : "";
        if (most.isEmpty()) {
            text.append(gap).append("No request has the figure ").append(dimension.label()).append(".\n");
        } else {
            text.append(gap).append(order()).append(' ').append(dimension.words()).append(":\n")
                    .append(table(columns));
        }
        if (!failed.isEmpty()) {
            List<Line> shown = failed.subList(0, Math.min(failed.size(), Math.max(1, most.size() / FAILED_PART)));
            text.append("Failed").append(shown.size() < failures ? ", the first " + shown.size() : "").append(":\n");
            shown.forEach(line -> text.append(DisplayWidth
                    .within(INDENT + line.row + "  " + line.shownId() + "  " + line.failure, columns)).append('\n'));
        }
        return text.append(gap).append("'ipw show ").append(path).append(" ID' shows one of them.\n").toString();
    }

    /** Builds the table; the question gets the room beside the figures. */
    private String table(int columns) {
        int room = columns - GAP - table(0, columns).lines().mapToInt(DisplayWidth::of).max().orElse(0);
        return table(room >= MIN_SHOWN ? Math.min(room, MAX_SHOWN) : 0, columns);
    }

    private String table(int questionColumns, int columns) {
        TextTable table = new TextTable(0, 2, 3, 4, 5, 6, 7).dropping(4, 3, 5, 6);
        boolean asks = questionColumns > 0;
        SiPrefix sorted = prefix(dimension.unit(), line -> OptionalDouble.of(line.sorted));
        SiPrefix first = prefix("s", Line::firstTokenSeconds);
        SiPrefix total = prefix("s", Line::totalSeconds);
        SiPrefix energy = prefix("J", Line::joules);
        table.row(cells(asks, "row", "id", sorted.before(dimension.unit()), "TTFT " + first.before("s"),
                "total " + total.before("s"), "tokens", energy.before("J"), "right", "question"));
        most.forEach(line -> table.row(cells(asks, Long.toString(line.row), line.shownId(),
                Figures.of(sorted.scaled(line.sorted)), scaled(first, line.firstTokenSeconds),
                scaled(total, line.totalSeconds),
                Figures.of(line.inputTokens) + " + " + Figures.of(line.outputTokens), scaled(energy, line.joules),
                line.isCorrect.map(right -> right ? "yes" : "no").orElse("-"),
                DisplayWidth.within(ShownText.line(line.question, MAX_SHOWN), Math.max(1, questionColumns)))));
        return table.format(INDENT, columns);
    }

    /** Returns the word for the order: times are sorted by the longest, rates and shares by the highest. */
    private String order() {
        return dimension.unit().equals("s") ? "Longest" : dimension.unit().equals("tokens") ? "Most" : "Highest";
    }

    /** Returns the prefix of all figures of a column, chosen for the median, so that they compare at a glance. */
    private SiPrefix prefix(String unit, Function<Line, OptionalDouble> figure) {
        double[] known = most.stream().map(figure).flatMapToDouble(OptionalDouble::stream).sorted().toArray();
        return SiPrefix.of(known.length == 0 ? 0 : known[known.length / 2], unit);
    }

    private static String scaled(SiPrefix prefix, OptionalDouble value) {
        return value.isEmpty() ? Figures.UNKNOWN : Figures.of(prefix.scaled(value.getAsDouble()));
    }

    private static String[] cells(boolean withQuestion, String... cells) {
        return withQuestion ? cells : Arrays.copyOf(cells, cells.length - 1);
    }

    /** Returns the list as a tree: seconds, joules and tokens. */
    public TreeBuilder tree() {
        return TreeBuilder.object().put("run", path.toString()).put("requests", requests).put("failed", failures)
                .put("sorted_by", dimension.label()).put("unit", dimension.unit())
                .put("most",
                        most.stream().map(line -> line.tree().put(dimension.label(), line.sorted).build()).toList())
                .put("failures", failed.stream().map(line -> line.tree().build()).toList());
    }

    /**
     * The listed data of one request.
     *
     * @param row               its number, from 1
     * @param id                its record id
     * @param sorted            the value of the sort key, in its unit
     * @param firstTokenSeconds the time to first token
     * @param totalSeconds      from the send to the end; empty if it failed
     * @param inputTokens       tokens of the prompt
     * @param outputTokens      tokens of the answer
     * @param joules            the joules of the headline
     * @param isCorrect         whether it counts as correct
     * @param failure           the failure; empty text if there was none
     * @param question          the beginning of the question, on one line
     */
    record Line(long row, String id, double sorted, OptionalDouble firstTokenSeconds, OptionalDouble totalSeconds,
            OptionalDouble inputTokens, OptionalDouble outputTokens, OptionalDouble joules,
            Optional<Boolean> isCorrect, String failure, String question) {

        static Line of(long row, ProfilingRecord record, double sorted) {
            return new Line(row, record.question().id(), sorted, Dimension.TIME_TO_FIRST_TOKEN.of(record),
                    Dimension.TOTAL_TIME.of(record), Dimension.INPUT_TOKENS.of(record),
                    Dimension.OUTPUT_TOKENS.of(record), Dimension.ENERGY_JOULES.of(record), record.isCorrect(),
                    record.outcome().failure().map(failure -> failure.kind().label() + ": " + failure.message())
                            .map(text -> ShownText.line(text, LONGEST_TEXT)).orElse(""),
                    ShownText.line(record.question().problem(), LONGEST_TEXT));
        }

        String shownId() {
            return ShownText.line(id, LONGEST_SHOWN_ID);
        }

        TreeBuilder tree() {
            return TreeBuilder.object().put("row", row).put("record_id", id)
                    .put("time_to_first_token", firstTokenSeconds).put("total_time", totalSeconds)
                    .put("input_tokens", inputTokens).put("output_tokens", outputTokens)
                    .put("energy_joules", joules).put("is_correct", isCorrect)
                    .put("failure", Optional.of(failure).filter(text -> !text.isEmpty())).put("question", question);
        }
    }
}
