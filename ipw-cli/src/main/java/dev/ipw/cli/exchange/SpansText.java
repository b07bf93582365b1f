package dev.ipw.cli.exchange;

import dev.ipw.cli.text.Figures;
import dev.ipw.cli.text.ShownText;
import dev.ipw.cli.text.TextTable;
import dev.ipw.energy.EnergyReading;
import dev.ipw.importing.spans.ChargedSpan;
import dev.ipw.importing.spans.SpanAttribution;
import dev.ipw.importing.spans.SpanSum;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The text of an attribution to spans for a person: the trees, and the sums by agent, tool and model. */
final class SpansText {
    private static final int MAX_SPANS = 100;
    private static final int LONGEST_NAME = 28;
    private static final int DEEPEST_INDENT = 8;
    private static final Integer[] NUMBERS = {1, 2, 3, 4, 5, 6, 7};
    private static final int INPUT = 5;
    private static final int PER_TOKEN = 7;

    private SpansText() {}

    static String of(SpanAttribution attribution, int columns) {
        StringBuilder text = new StringBuilder(tree(attribution, columns));
        int more = attribution.spans().size() - MAX_SPANS;
        if (more > 0) {
            text.append("... and ").append(more).append(" more; --json lists all\n");
        }
        if (!attribution.sums().isEmpty()) {
            text.append('\n').append(sums(attribution, columns));
        }
        text.append(AttributionText.legend(Stream.concat(
                attribution.spans().stream().limit(MAX_SPANS).flatMap(span -> span.energy().stream()),
                attribution.sums().stream().map(SpanSum::energy)), columns));
        attribution.devices().forEach(device -> text.append('\n')
                .append(AttributionText.of(device, true, "spans", columns)));
        text.append(AttributionText.sensorNote(attribution.devices()));
        return text.toString();
    }

    private static String tree(SpanAttribution attribution, int columns) {
        TextTable table = new TextTable(NUMBERS).dropping(PER_TOKEN, INPUT).headed();
        table.row("span", "s", "J", "least", "most", "in", "out", "J/out", "known");
        attribution.spans().stream().limit(MAX_SPANS).forEach(span -> {
            Optional<EnergyReading> energy = span.energy();
            table.row(name(span), Figures.of(span.seconds()),
                    Figures.of(figure(energy.map(EnergyReading::joules))),
                    Figures.of(figure(energy.map(EnergyReading::lower))),
                    Figures.of(figure(energy.map(EnergyReading::upperBound))), whole(span.inputTokens()),
                    whole(span.outputTokens()), perToken(span.joulesPerOutputToken()),
                    energy.map(SpansText::known).orElse(""));
        });
        return table.format("", columns);
    }

    private static String name(ChargedSpan span) {
        String indent = "  ".repeat(Math.min(span.depth(), DEEPEST_INDENT));
        return indent + ShownText.line(span.span().name(), LONGEST_NAME - indent.length());
    }

    private static String sums(SpanAttribution attribution, int columns) {
        TextTable table = new TextTable(1, 2, 3, 4, 5, 6, 7).dropping(2, INPUT).headed();
        table.row("in all", "spans", "s", "J", "own J", "in", "out", "J/out", "known");
        for (SpanSum sum : attribution.sums()) {
            table.row(
                    (sum.isAroundCalls() ? "outer" : sum.kind().label()) + " "
                            + ShownText.line(sum.name(), LONGEST_NAME - 6),
                    Long.toString(sum.count()), Figures.of(sum.seconds()), Figures.of(sum.energy().joules()),
                    Figures.of(sum.own().joules()), whole(sum.inputTokens()), whole(sum.outputTokens()),
                    perToken(sum.joulesPerOutputToken()), known(sum.energy()));
        }
        return table.format("", columns);
    }

    private static String known(EnergyReading reading) {
        return reading.reason().orElseGet(() -> reading.provenance().name().toLowerCase(Locale.ROOT)
                + reading.flags().stream().sorted().map(flag -> " " + flag).collect(Collectors.joining()));
    }

    private static OptionalDouble figure(Optional<OptionalDouble> value) {
        return value.orElse(OptionalDouble.empty());
    }

    private static String perToken(OptionalDouble joules) {
        return joules.isPresent() ? Figures.of(joules) : "";
    }

    private static String whole(OptionalLong tokens) {
        return tokens.isPresent() ? Long.toString(tokens.getAsLong()) : "";
    }
}
