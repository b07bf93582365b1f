package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Draw docs/images/attribution.svg: a few seconds of a simulated run, what its counter told, and what the requests in it are
 * charged with, beside what they truly used. No test of a build; run it with
 * {@code mvn -pl ipw-energy/tests -am -Dtest=AttributionPicture test}.
 */
class AttributionPicture {
    private static final Path PICTURE = Path.of("..", "..", "docs", "images", "attribution.svg");
    private static final int SEED = 33;
    private static final double FROM_SECONDS = 39;
    private static final double SHOWN_SECONDS = 10;
    private static final double TIME_LEFT = 70;
    private static final double TIME_RIGHT = 590;
    private static final double JOULES_LEFT = 640;
    private static final double JOULES_RIGHT = 950;
    private static final double POWER_TOP = 34;
    private static final double POWER_BOTTOM = 150;
    private static final double ROWS_TOP = 200;
    private static final double ROW = 34;
    private static final double COUNTER_SECONDS = 0.1;
    private static final int WATTS_BETWEEN_TICKS = 400;
    private static final int JOULES_BETWEEN_TICKS = 500;
    private static final String[] COLOURS = {"#4477aa", "#cc6677", "#228833", "#aa7a00", "#7b5ea7", "#008b8b",
            "#994455",
            "#555555"};

    private final StringBuilder svg = new StringBuilder();
    private final SimulatedBatch batch = SimulatedBatch.of(SEED, 3, 32, 0);
    private final DeviceAttribution attribution = batch.attributed(AttributionRule.AUTO);
    private final List<Integer> shown = new ArrayList<>();
    private double mostJoules;
    private double mostWatts;

    @Test
    void draw() throws IOException {
        List<RequestActivity> requests = batch.engine().requests();
        for (int i = 0; i < requests.size(); i++) {
            if (seconds(requests.get(i).startNanos()) > FROM_SECONDS
                    && seconds(requests.get(i).endNanos()) < FROM_SECONDS + SHOWN_SECONDS) {
                shown.add(i);
                mostJoules = Math.max(mostJoules, highest(i));
            }
        }
        double height = ROWS_TOP + ROW * shown.size() + 120;
        add("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 980 %.0f' font-family='sans-serif' font-size='12'>",
                height);
        add("<title>Joules of requests that overlap, with their ranges</title>");
        add("<rect width='980' height='%.0f' fill='#ffffff'/>", height);
        power();
        rows();
        conclusions(ROWS_TOP + ROW * shown.size() + 42);
        add("</svg>");
        Files.createDirectories(PICTURE.getParent());
        Files.writeString(PICTURE, svg.toString().replace('\'', '"'));
        assertThat(shown).hasSizeBetween(4, COLOURS.length);
    }

    @SuppressWarnings("AnnotateFormatMethod")
    private void add(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    private EnergyReading reading(int request) {
        return attribution.requests().get(request).reading();
    }

    private double lowest(int request) {
        return Math.min(reading(request).lower().orElseThrow(),
                attribution.requests().get(request).breakdown().lowestRule().orElse(Double.POSITIVE_INFINITY));
    }

    private double highest(int request) {
        return Math.max(reading(request).upper().orElseThrow(),
                attribution.requests().get(request).breakdown().highestRule().orElse(0));
    }

    private static double seconds(long nanos) {
        return nanos / 1e9;
    }

    private static double x(double seconds) {
        return TIME_LEFT + (seconds - FROM_SECONDS) / SHOWN_SECONDS * (TIME_RIGHT - TIME_LEFT);
    }

    private double joulesX(double joules) {
        return JOULES_LEFT + joules / mostJoules * (JOULES_RIGHT - JOULES_LEFT);
    }

    private double wattsY(double watts) {
        return POWER_BOTTOM - watts / mostWatts * (POWER_BOTTOM - POWER_TOP);
    }

    private void power() {
        add("<text x='%.0f' y='20' font-weight='bold'>Power of the device (W), from its counter</text>", TIME_LEFT);
        int steps = (int) Math.round(SHOWN_SECONDS / COUNTER_SECONDS);
        double[] watts = new double[steps];
        Arrays.setAll(watts, step -> watts(FROM_SECONDS + step * COUNTER_SECONDS));
        mostWatts = Arrays.stream(watts).max().orElseThrow();
        StringBuilder area = new StringBuilder();
        double idle = batch.engine().costs().idleWatts();
        for (int step = 0; step < steps; step++) {
            double from = FROM_SECONDS + step * COUNTER_SECONDS;
            area.append(String.format(Locale.ROOT, "L%.1f %.1fL%.1f %.1f", x(from), wattsY(watts[step]),
                    x(from + COUNTER_SECONDS), wattsY(watts[step])));
        }
        add("<path d='M%.1f %.1f%sL%.1f %.1fZ' fill='#c9d3df' stroke='#67768a' stroke-width='0.7'/>", TIME_LEFT,
                POWER_BOTTOM, area, TIME_RIGHT, POWER_BOTTOM);
        add("<line x1='%.0f' x2='%.0f' y1='%.1f' y2='%.1f' stroke='#b00020' stroke-dasharray='4 3'/>", TIME_LEFT,
                TIME_RIGHT, wattsY(idle), wattsY(idle));
        add("<text x='%.0f' y='%.1f' fill='#b00020' text-anchor='end'>idle %.0f</text>", TIME_LEFT - 5,
                wattsY(idle) + 4, idle);
        for (int tick = WATTS_BETWEEN_TICKS; tick <= mostWatts; tick += WATTS_BETWEEN_TICKS) {
            add("<text x='%.0f' y='%.1f' text-anchor='end'>%d</text>", TIME_LEFT - 5, wattsY(tick) + 4, tick);
        }
        for (int second = 0; second <= SHOWN_SECONDS; second += 2) {
            add("<text x='%.1f' y='%.0f' text-anchor='middle'>%d s</text>", x(FROM_SECONDS + second),
                    POWER_BOTTOM + 15, second);
        }
    }

    private double watts(double from) {
        return batch.series().window((long) (from * 1e9), (long) ((from + COUNTER_SECONDS) * 1e9)).joules()
                .orElseThrow() / COUNTER_SECONDS;
    }

    private void rows() {
        add("<text x='%.0f' y='%.0f' font-weight='bold'>Requests: waiting and prompt (dark), answer (light)</text>",
                TIME_LEFT, ROWS_TOP - 12);
        add("<text x='%.0f' y='%.0f' font-weight='bold'>Joules</text>", JOULES_LEFT, ROWS_TOP - 12);
        double bottom = ROWS_TOP + ROW * shown.size();
        for (int joules = 0; joules <= mostJoules; joules += JOULES_BETWEEN_TICKS) {
            add("<line x1='%1$.1f' x2='%1$.1f' y1='%2$.0f' y2='%3$.0f' stroke='#dddddd'/>", joulesX(joules), ROWS_TOP,
                    bottom);
            add("<text x='%.1f' y='%.0f' text-anchor='middle'>%d</text>", joulesX(joules), bottom + 15, joules);
        }
        for (int row = 0; row < shown.size(); row++) {
            row(shown.get(row), row);
        }
    }

    private void row(int index, int row) {
        RequestActivity request = batch.engine().requests().get(index);
        RequestEnergy energy = attribution.requests().get(index);
        double y = ROWS_TOP + ROW * row + ROW / 2;
        double start = x(seconds(request.startNanos()));
        double first = x(seconds(request.firstTokenNanos().orElseThrow()));
        double end = x(seconds(request.endNanos()));
        String colour = COLOURS[row];
        add("<text x='%.0f' y='%.1f' text-anchor='end' font-weight='bold' fill='%s'>%s</text>", TIME_LEFT - 12,
                y + 4, colour, name(row));
        add("<rect x='%.1f' y='%.1f' width='%.1f' height='16' fill='%s'/>", start, y - 8, Math.max(1, first - start),
                colour);
        add("<rect x='%.1f' y='%.1f' width='%.1f' height='16' fill='%s' opacity='0.35'/>", first, y - 8,
                Math.max(1, end - first), colour);
        double lower = energy.reading().lower().orElseThrow();
        double upper = energy.reading().upper().orElseThrow();
        double joules = energy.joules().orElseThrow();
        double low = energy.breakdown().lowestRule().orElse(joules);
        double high = energy.breakdown().highestRule().orElse(joules);
        add("<line x1='%1$.1f' x2='%2$.1f' y1='%3$.1f' y2='%3$.1f' stroke='%4$s' stroke-width='1.5'/>", joulesX(lower),
                joulesX(upper), y, colour);
        add("<rect x='%.1f' y='%.1f' width='%.1f' height='8' fill='%s' opacity='0.35'/>", joulesX(low), y - 4,
                Math.max(0, joulesX(high) - joulesX(low)), colour);
        add("<circle cx='%.1f' cy='%.1f' r='4' fill='%s'/>", joulesX(joules), y, colour);
        double truth = joulesX(batch.engine().trueJoules()[index]);
        add("<path d='M%1$.1f %3$.1fL%2$.1f %4$.1fM%1$.1f %4$.1fL%2$.1f %3$.1f' stroke='#000000'/>", truth - 3.5,
                truth + 3.5, y - 3.5, y + 3.5);
    }

    private static String name(int row) {
        return String.valueOf((char) ('A' + row));
    }

    private void conclusions(double y) {
        add("<text x='%.0f' y='%.0f'>● figure   ▬ what the defensible rules of sharing span   — bounds   × what it truly"
                + " used (known, as this run is simulated)</text>", TIME_LEFT, y);
        pair(true).ifPresent(told -> add("<text x='%.0f' y='%.0f' fill='#1b6e2f'>May be said: %s</text>", TIME_LEFT,
                y + 24, told));
        pair(false).ifPresent(told -> add("<text x='%.0f' y='%.0f' fill='#b00020'>May not be said: %s</text>",
                TIME_LEFT, y + 44, told));
        add("<text x='%.0f' y='%.0f'>All of them, idle time and the rest add up to what the device used: %.1f J over the"
                + " whole run.</text>", TIME_LEFT, y + 64, attribution.total().joules().orElse(0));
    }

    /** Find the two requests nearest to each other whose ranges are apart, or whose figures differ though they are not. */
    private Optional<String> pair(boolean apart) {
        Optional<String> told = Optional.empty();
        double nearest = Double.POSITIVE_INFINITY;
        for (int one : shown) {
            for (int other : shown) {
                double gap = reading(other).joules().orElseThrow() - reading(one).joules().orElseThrow();
                if (gap > 0 && gap < nearest && highest(one) < lowest(other) == apart) {
                    nearest = gap;
                    told = Optional.of(name(shown.indexOf(other)) + " used more than " + name(shown.indexOf(one))
                            + (apart
                                    ? ", since their ranges, bounds and rules together, are apart."
                                    : ", since their ranges overlap: a finer counter or another rule may turn it round."));
                }
            }
        }
        return told;
    }
}
