package dev.ipw.series;

import dev.ipw.analysis.ServiceLevels;
import dev.ipw.error.ConfigurationException;
import dev.ipw.load.Load;
import dev.ipw.load.LoadShape;
import dev.ipw.series.SeriesPlan.SeriesStep;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apiguardian.api.API;

/**
 * One run at each of several rates, or numbers in flight. All other settings of the load are unchanged.
 *
 * <pre>{@code
 * profiler.run(Sweep.parse("concurrency:1,2,4,8"));
 * profiler.run(Sweep.rates(1, 2, 4).keeping(ServiceLevels.parse("ttft=200ms")));
 * }</pre>
 *
 * @param over   the varied setting
 * @param values its values, in the order of the runs
 * @param levels the service levels that an answer must meet to be good
 */
@API(status = API.Status.EXPERIMENTAL)
public record Sweep(Over over, List<Double> values, Optional<ServiceLevels> levels) implements SeriesPlan {
    private static final int MAX = 100;
    private static final String EXAMPLES = "; write a sweep as rate:1..32:x2, rate:1..10:+1 or concurrency:1,2,4,8";
    private static final String NUMBER = "(\\d+(?:\\.\\d+)?)";
    private static final Pattern RANGE = Pattern.compile(NUMBER + "\\.\\." + NUMBER + ":([x+])" + NUMBER);
    private static final Pattern LIST = Pattern.compile(NUMBER + "(?:," + NUMBER + ")*");
    /** A sum of tenths may end slightly beyond a round end. */
    private static final double ROUNDING = 1 + 1e-9;

    /** The settings that a sweep varies. */
    public enum Over {
        /** Requests per second. */
        RATE,
        /** Requests in flight. */
        CONCURRENCY
    }

    /** Checks the values. */
    public Sweep {
        Objects.requireNonNull(over, "over");
        values = List.copyOf(values);
        if (values.isEmpty() || values.size() > MAX) {
            throw new ConfigurationException("A sweep has 1 to " + MAX + " steps, not " + values.size() + EXAMPLES);
        }
        if (values.stream().distinct().count() < values.size()) {
            throw new ConfigurationException("A sweep names each step once" + EXAMPLES);
        }
        for (double value : values) {
            if (over == Over.CONCURRENCY && value != Math.rint(value)) {
                throw new ConfigurationException("Requests in flight are whole numbers, not " + value + EXAMPLES);
            }
            at(over, Load.sequential(), value);
        }
    }

    /**
     * Varies the rate.
     *
     * @param perSecond requests a second
     * @return the sweep
     */
    public static Sweep rates(double... perSecond) {
        return new Sweep(Over.RATE, Arrays.stream(perSecond).boxed().toList(), Optional.empty());
    }

    /**
     * Varies the number in flight.
     *
     * @param requests the numbers of requests at the same time
     * @return the sweep
     */
    public static Sweep concurrency(int... requests) {
        return new Sweep(Over.CONCURRENCY, Arrays.stream(requests).asDoubleStream().boxed().toList(),
                Optional.empty());
    }

    /**
     * Parses a sweep: the varied setting, a colon, and values separated by commas or as a range with its step,
     * {@code xF} to multiply by or {@code +D} to add. A range ends at the last value that is not beyond its end.
     *
     * @param text for example {@code rate:1..32:x2}
     * @return the sweep
     * @throws ConfigurationException if it cannot be parsed
     */
    public static Sweep parse(String text) {
        int colon = text.indexOf(':');
        Over over = switch (text.substring(0, Math.max(0, colon)).strip()) {
            case "rate" -> Over.RATE;
            case "concurrency" -> Over.CONCURRENCY;
            default -> throw new ConfigurationException(
                    "'" + text + "' does not begin with 'rate:' or 'concurrency:'" + EXAMPLES);
        };
        String values = text.substring(colon + 1).strip();
        Matcher range = RANGE.matcher(values);
        if (range.matches()) {
            return new Sweep(over, range(range), Optional.empty());
        }
        if (!LIST.matcher(values).matches()) {
            throw new ConfigurationException("'" + values + "' is neither a list of values nor a range" + EXAMPLES);
        }
        return new Sweep(over, Arrays.stream(values.split(",")).map(Double::valueOf).toList(), Optional.empty());
    }

    private static List<Double> range(Matcher range) {
        double last = Double.parseDouble(range.group(2));
        double step = Double.parseDouble(range.group(4));
        boolean multiplies = range.group(3).equals("x");
        if (multiplies ? step <= 1 : step <= 0) {
            throw new ConfigurationException("A step of '" + range.group(3) + range.group(4) + "' comes to no end; "
                    + "multiply by more than 1, or add more than 0" + EXAMPLES);
        }
        double first = Double.parseDouble(range.group(1));
        List<Double> values = new ArrayList<>();
        for (int index = 0; index <= MAX; index++) {
            double value = multiplies ? first * Math.pow(step, index) : first + index * step;
            if (value > last * ROUNDING) {
                break;
            }
            values.add(value);
        }
        return values;
    }

    /**
     * Counts the answers that meet service levels at each step.
     *
     * @param kept the service levels that an answer must meet
     * @return the sweep with them
     */
    public Sweep keeping(ServiceLevels kept) {
        return new Sweep(over, values, Optional.of(kept));
    }

    @Override
    public String kind() {
        return "sweep";
    }

    @Override
    public String fileName() {
        return "sweep.json";
    }

    @Override
    public OptionalInt size() {
        return OptionalInt.of(values.size());
    }

    @Override
    public Optional<SeriesStep> next(Load load, long seed, List<SeriesRun> done) {
        refuseReplay(load);
        return done.size() == values.size()
                ? Optional.empty()
                : Optional.of(step(over, load, values.get(done.size())));
    }

    static void refuseReplay(Load load) {
        if (load.shape() instanceof LoadShape.Replay) {
            throw new ConfigurationException("A replay has its own times, so that its rate cannot be varied");
        }
    }

    static SeriesStep step(Over over, Load load, double value) {
        String name = over == Over.RATE ? "rate-" : "concurrency-";
        return new SeriesStep(name + LoadShape.number(value), at(over, load, value));
    }

    private static Load at(Over over, Load load, double value) {
        return over == Over.RATE ? load.atRate(value) : load.atConcurrency((int) value);
    }
}
