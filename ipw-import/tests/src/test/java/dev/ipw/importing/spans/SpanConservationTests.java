package dev.ipw.importing.spans;

import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.importing.log.SampleLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Trees and counters that are drawn: what the devices used is known from the generator. */
@Tag("statistical")
class SpanConservationTests extends SpanFixture {
    private static final int MILLIS = 4000;

    private record Drawn(String id, String parent, char kind, int start, int end) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
    void conservesDrawnCountersOverDrawnTrees(long seed) throws IOException {
        Random random = new Random(seed);
        List<Drawn> drawn = drawn(random);
        double[] used = new double[2];
        Path samples = drawnSamples(random, used);
        Path spans = file("spans.json", request(drawn.stream().map(SpanConservationTests::written)
                .toArray(String[]::new)));

        SpanAttribution result = SpanAttribution.of(SampleLog.read(samples), SpanLog.read(spans),
                AttributionRule.AUTO);

        double whole = used[0] + used[1];
        SpanAttributionTests.assertConserved(result, whole);
        for (int device = 0; device < used.length; device++) {
            assertThat(result.devices().get(device).total().joules().orElseThrow()).isCloseTo(used[device],
                    within(1e-9 * whole));
        }
        Map<String, Double> children = new HashMap<>();
        drawn.forEach(span -> children.merge(span.parent(), joules(result, span.id()), Double::sum));
        for (Drawn span : drawn) {
            assertThat(own(result, span.id()) + children.getOrDefault(span.id(), 0.0))
                    .isCloseTo(joules(result, span.id()), within(1e-9 * whole));
        }
        assertThat(children.getOrDefault("", Double.NaN) + result.idleJoules() + result.otherJoules()).isCloseTo(whole,
                within(1e-9 * whole));
    }

    @ParameterizedTest
    @ValueSource(longs = {101, 102, 103, 104, 105, 106, 107, 108})
    void dividesConstantPowerAsTheMillisecondsSay(long seed) throws IOException {
        List<Drawn> drawn = drawn(new Random(seed));
        SpanAttribution result = attribute(samples(MILLIS),
                request(drawn.stream().map(SpanConservationTests::written).toArray(String[]::new)));

        Map<String, List<Drawn>> within = new HashMap<>();
        drawn.forEach(span -> within.put(span.id(), drawn.stream().filter(one -> lies(one, span, drawn)).toList()));
        int calls = 0;
        int others = 0;
        int idle = 0;
        for (int milli = 0; milli < MILLIS; milli++) {
            int now = milli;
            List<Drawn> innermost = drawn.stream().filter(span -> isOpen(span, now)
                    && within.getOrDefault(span.id(), List.of()).stream().noneMatch(one -> isOpen(one, now))).toList();
            calls += innermost.stream().anyMatch(span -> span.kind() == 'c') ? 1 : 0;
            others += !innermost.isEmpty() && innermost.stream().noneMatch(span -> span.kind() == 'c') ? 1 : 0;
            idle += innermost.isEmpty() ? 1 : 0;
        }

        assertThat(sum(result, drawn, true)).isCloseTo(calls * WATTS / 1000, within(1e-6 * MILLIS));
        assertThat(sum(result, drawn, false)).isCloseTo(others * WATTS / 1000, within(1e-6 * MILLIS));
        assertThat(result.idleJoules()).isCloseTo(idle * WATTS / 1000, within(1e-6 * MILLIS));
    }

    private static double sum(SpanAttribution result, List<Drawn> drawn, boolean ofCalls) {
        return drawn.stream().filter(span -> (span.kind() == 'c') == ofCalls)
                .mapToDouble(span -> own(result, span.id())).sum();
    }

    private static boolean isOpen(Drawn span, int milli) {
        return span.start() <= milli && milli < span.end();
    }

    private static boolean lies(Drawn inner, Drawn outer, List<Drawn> all) {
        String parent = inner.parent();
        while (!parent.isEmpty() && !parent.equals(outer.id())) {
            String next = parent;
            parent = all.stream().filter(one -> one.id().equals(next)).findFirst().orElseThrow().parent();
        }
        return !parent.isEmpty();
    }

    private static String written(Drawn span) {
        int tokens = 1 + span.start() % 50;
        return switch (span.kind()) {
            case 'c' -> chat(span.id(), span.parent(), span.start(), span.end(), 10 * tokens, tokens);
            case 't' -> tool(span.id(), span.parent(), span.start(), span.end());
            default -> agent(span.id(), span.parent(), span.start(), span.end());
        };
    }

    /** Draw agents with calls, tools, and agents within tools; some children go on after their parents. */
    private static List<Drawn> drawn(Random random) {
        List<Drawn> spans = new ArrayList<>();
        int roots = 1 + random.nextInt(4);
        for (int root = 0; root < roots; root++) {
            int start = 100 + random.nextInt(1500);
            draw(spans, random, "", 'a', start, start + 300 + random.nextInt(1800), 0);
        }
        return spans;
    }

    private static void draw(List<Drawn> spans, Random random, String parent, char kind, int start, int end,
            int depth) {
        String id = "s" + (spans.size() + 1);
        spans.add(new Drawn(id, parent, kind, start, end));
        int children = depth > 2 || kind == 'c' ? 0 : random.nextInt(5);
        for (int child = 0; child < children; child++) {
            int from = start + random.nextInt(Math.max(1, end - start));
            int to = Math.min(MILLIS - 50, from + 1 + random.nextInt(Math.max(1, end - start)));
            draw(spans, random, id, kind == 't' ? 'a' : "cct".charAt(random.nextInt(3)), from, Math.max(from, to),
                    depth + 1);
        }
    }

    private Path drawnSamples(Random random, double[] used) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int device = 0; device < used.length; device++) {
            double first = random.nextInt(1_000_000);
            double millijoules = first;
            for (int milli = 0; milli <= MILLIS; milli += 20) {
                lines.append("{\"t_ns\":").append(EPOCH_NANOS + milli * MILLI).append(",\"device\":\"gpu")
                        .append(device).append("\",\"energy_mj\":").append(millijoules).append("}\n");
                used[device] = (millijoules - first) / 1000;
                millijoules += 20 * (50 + random.nextInt(250));
            }
        }
        return file("samples.jsonl", lines.toString());
    }
}
