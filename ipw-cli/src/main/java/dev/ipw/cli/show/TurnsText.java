package dev.ipw.cli.show;

import dev.ipw.cli.text.Figures;
import dev.ipw.cli.text.ShownText;
import dev.ipw.cli.text.TextTable;
import dev.ipw.energy.EnergyReading;
import dev.ipw.inference.TokenUsage;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.QueryPhase;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.record.QueryParts;
import dev.ipw.record.QueryParts.CallMetrics;
import dev.ipw.record.QueryParts.PhaseMetrics;
import dev.ipw.record.QueryParts.ToolMetrics;
import dev.ipw.record.internal.Turn;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The turns of a query of several calls below each other, each at its position in time.
 *
 * @param record the query
 */
public record TurnsText(ProfilingRecord record) {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int LONGEST_NAME = 18;
    private static final int MIN_BAR = 12;
    private static final int MAX_BAR = 60;
    private static final int TABLE_COLUMNS = 61;

    /** Returns whether there are turns to show. */
    boolean isNeeded() {
        return !record.outcome().isPlain();
    }

    /** Formats the turns as a table with bars. */
    String text(String indent, int columns) {
        int width = Math.clamp(columns - TABLE_COLUMNS, MIN_BAR, MAX_BAR);
        TextTable table = new TextTable(1, 2, 3, 4, 5).dropping(3, 4, 5).headed();
        table.row("", "s", "J", "W", "in", "out", "");
        int number = 0;
        for (Turn turn : Turn.of(record)) {
            number++;
            ModelCall call = turn.call();
            TokenUsage usage = call.response().usage();
            String name = number + " call" + purpose(call)
                    + call.failure().map(failure -> ", " + failure.kind().label()).orElse("");
            row(table, name, turn.metrics().map(CallMetrics::energy).map(energy -> energy.headline()),
                    call.startNanos(),
                    call.endNanos(), whole(usage.input()), whole(usage.output()), width);
            for (Turn.Tool tool : turn.tools()) {
                row(table, "  " + ShownText.line(tool.span().name(), LONGEST_NAME)
                        + (tool.span().error().isPresent() ? " !" : ""), tool.energy(),
                        tool.span().startNanos(), tool.span().endNanos(), "", "", width);
            }
        }
        QueryOutcome outcome = record.outcome();
        record.metrics().parts().map(QueryParts::idle)
                .ifPresent(idle -> table.row("idle", seconds(Turn.idleNanos(outcome)), Figures.of(idle.joules()), "",
                        "", "",
                        ""));
        EnergyReading all = record.metrics().energy().headline();
        table.row("in all", seconds(outcome.ownNanos()), Figures.of(all.joules()),
                watts(all.joules(), outcome.ownNanos()), whole(outcome.usage().input()),
                whole(outcome.usage().output()), "");
        processes().ifPresent(joules -> table.row("of it, processes", "", Figures.of(joules.joules()), "", "", "", ""));
        addPhases(table);
        return table.format(indent, columns);
    }

    private static String purpose(ModelCall call) {
        return call.purpose() == ModelCall.Purpose.TURN ? "" : ", " + word(call.purpose());
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Adds the work around the query below the query's sum, which does not include it. */
    private void addPhases(TextTable table) {
        List<QueryPhase> phases = record.outcome().phases();
        Optional<List<PhaseMetrics>> known = record.metrics().parts().map(QueryParts::phases);
        for (int index = 0; index < phases.size(); index++) {
            QueryPhase phase = phases.get(index);
            int at = index;
            OptionalDouble joules = known.map(all -> all.get(at).energy().joules()).orElse(OptionalDouble.empty());
            long nanos = phase.endNanos() - phase.startNanos();
            table.row("beside: " + word(phase.kind()) + (phase.error().isPresent() ? " !" : ""), seconds(nanos),
                    Figures.of(joules), watts(joules, nanos), "", "", "");
        }
    }

    /** Returns the sum of the known joules of the processes that tools started. */
    private Optional<EnergyReading> processes() {
        return record.metrics().parts().stream().flatMap(parts -> parts.tools().stream())
                .map(ToolMetrics::processEnergy).flatMap(Optional::stream).reduce(EnergyReading::plus);
    }

    private void row(TextTable table, String name, Optional<EnergyReading> energy, long startNanos, long endNanos,
            String input, String output, int width) {
        OptionalDouble joules = energy.map(EnergyReading::joules).orElse(OptionalDouble.empty());
        table.row(name, seconds(endNanos - startNanos), Figures.of(joules), watts(joules, endNanos - startNanos), input,
                output, bar(startNanos, endNanos, width));
    }

    private String bar(long startNanos, long endNanos, int width) {
        double total = Math.max(1, record.outcome().endNanos() - startNanos());
        int begin = (int) Math.clamp((startNanos - startNanos()) / total * width, 0, width - 1);
        int end = (int) Math.clamp(Math.ceil((endNanos - startNanos()) / total * width), begin + 1, width);
        return "|" + " ".repeat(begin) + "#".repeat(end - begin) + " ".repeat(width - end) + "|";
    }

    private long startNanos() {
        return record.outcome().startNanos();
    }

    private static String seconds(long nanos) {
        return Figures.of(nanos / NANOS_PER_SECOND);
    }

    private static String watts(OptionalDouble joules, long nanos) {
        return joules.isPresent() && nanos > 0 ? Figures.of(joules.getAsDouble() / (nanos / NANOS_PER_SECOND)) : "-";
    }

    private static String whole(OptionalLong count) {
        return count.isPresent() ? Long.toString(count.getAsLong()) : "-";
    }
}
