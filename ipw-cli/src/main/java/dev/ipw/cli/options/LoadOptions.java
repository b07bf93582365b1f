package dev.ipw.cli.options;

import dev.ipw.cli.text.Numbers;
import dev.ipw.dataset.ArrivalTrace;
import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.names.DurationText;
import dev.ipw.load.Load;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options of the load on a model. */
public final class LoadOptions {
    private static final String NUMBER_ABOVE_ZERO = "\\s*(?=[0-9.]*[1-9])[0-9]*\\.?[0-9]+\\s*";
    private static final Pattern NUMBERS = Pattern.compile(NUMBER_ABOVE_ZERO + "(," + NUMBER_ABOVE_ZERO + ")+");
    private static final Pattern DECIMAL_COMMA = Pattern.compile("\\s*0,[0-9]+\\s*");
    @Option(names = "--concurrency", paramLabel = "N", converter = Concurrency.class,
            description = "Keep N requests in flight; each answer starts the next request. Default: 1.")
    private Optional<Integer> concurrency = Optional.empty();

    @Option(names = "--rate", paramLabel = "R", converter = Rate.class,
            description = "Start R requests per second, independent of answers; latency counts from the intended "
                    + "start.")
    private Optional<Double> rate = Optional.empty();

    @Option(names = "--arrival", paramLabel = "constant|poisson|gamma",
            description = "How the requests of --rate are spread. Default: poisson; gamma with --burstiness.")
    private Optional<String> arrival = Optional.empty();

    @Option(names = "--burstiness", paramLabel = "B",
            description = "The shape of --arrival gamma: 1 is Poisson, below it requests come in bursts, above it more evenly.")
    private Optional<Double> burstiness = Optional.empty();

    @Option(names = "--ramp", paramLabel = "TIME",
            description = "Ramp the load up linearly from zero over this time, such as 30 (seconds), 500ms or 2m.")
    private Optional<String> ramp = Optional.empty();

    @Option(names = "--duration", paramLabel = "TIME",
            description = "Start requests for this time. Without --max-queries, questions repeat until it is over.")
    private Optional<String> duration = Optional.empty();

    @Option(names = "--replay", paramLabel = "FILE",
            description = "Start requests when those of a trace did, with prompts and answers as long as theirs: JSONL or CSV"
                    + " with t_s, input_tokens, output_tokens and, if there is one, prompt.")
    private Optional<Path> replay = Optional.empty();

    @Option(names = "--replay-speed", paramLabel = "X", description = "Replay X times as fast. Default: 1.")
    private Optional<Double> replaySpeed = Optional.empty();

    @Option(names = "--cut-start", paramLabel = "TIME",
            description = "Leave requests that were to start in the first TIME out of the latency figures. Default: 0.")
    private Optional<String> cutStart = Optional.empty();

    @Option(names = "--cut-end", paramLabel = "TIME",
            description = "Leave requests that ended in the last TIME out of the latency figures. Default: 0.")
    private Optional<String> cutEnd = Optional.empty();

    /** Returns whether the requests come from a trace. */
    public boolean isReplay() {
        return replay.isPresent();
    }

    /** Returns the typed rate. */
    public OptionalDouble rate() {
        return rate.isPresent() ? OptionalDouble.of(rate.get()) : OptionalDouble.empty();
    }

    /** Returns whether the load ends after a time. */
    public boolean isTimed() {
        return duration.isPresent();
    }

    /**
     * Returns the load.
     *
     * @param series gives the setting that varies between several runs
     * @throws ConfigurationException if options contradict each other, or cannot work
     */
    public Load load(SeriesOptions series) {
        Load load = shape(series);
        load = ramp.isPresent() ? load.rampedOver(time("--ramp", ramp.get())) : load;
        load = duration.isPresent() ? load.lasting(time("--duration", duration.get())) : load;
        return load.cut(time("--cut-start", cutStart.orElse("0")), time("--cut-end", cutEnd.orElse("0")));
    }

    private Load shape(SeriesOptions series) {
        refuse(concurrency.orElse(1) < 1, "--concurrency must be at least 1, not " + concurrency.orElse(1));
        if (replay.isPresent()) {
            refuse(rate.isPresent() || concurrency.isPresent() || arrival.isPresent() || burstiness.isPresent(),
                    "--replay takes its times from the trace: leave --rate, --arrival, --burstiness and --concurrency out");
            return Load.replay(ArrivalTrace.read(replay.get()), replaySpeed.orElse(1.0));
        }
        refuse(replaySpeed.isPresent(), "--replay-speed says how fast a trace is replayed: add --replay FILE");
        refuse(series.isOverConcurrency() && (rate.isPresent() || concurrency.isPresent()),
                "--sweep gives the number in flight: leave --concurrency and --rate out");
        refuse(series.isOverRates() && !series.isSearch() && rate.isPresent(),
                "--sweep gives the rates: leave --rate out");
        refuse(series.isOverRates() && concurrency.isPresent(),
                "a rate never waits for an answer, so --concurrency cannot limit it: leave it out");
        return rate.isPresent() || series.isOverRates() ? arrivals(rate.orElse(1.0)) : inFlight();
    }

    private Load inFlight() {
        refuse(arrival.isPresent(), "--arrival says how requests of a rate are spread: add --rate R");
        refuse(burstiness.isPresent(), "--burstiness says how requests of a rate are spread: add --rate R");
        return Load.concurrency(concurrency.orElse(1));
    }

    private Load arrivals(double perSecond) {
        refuse(concurrency.isPresent(),
                "--rate never waits for an answer, so --concurrency cannot limit it: give one of the two");
        String spread = arrival.orElse(burstiness.isPresent() ? "gamma" : "poisson").toLowerCase(Locale.ROOT);
        refuse(burstiness.isPresent() && !spread.equals("gamma"), "--burstiness belongs to --arrival gamma");
        return switch (spread) {
            case "constant" -> Load.constant(perSecond);
            case "poisson" -> Load.poisson(perSecond);
            case "gamma" -> Load.gamma(perSecond, burstiness.orElseThrow(() -> new ConfigurationException(
                    "--arrival gamma needs its shape: add --burstiness B, where 1 is Poisson")));
            default -> throw new ConfigurationException(
                    "--arrival must be constant, poisson or gamma, not '" + arrival.orElse("") + "'");
        };
    }

    private static void refuse(boolean wrong, String message) {
        if (wrong) {
            throw new ConfigurationException(message);
        }
    }

    private static Duration time(String option, String text) {
        return DurationText.parse(text).orElseThrow(() -> new ConfigurationException(
                option + " must be a time such as 30 (seconds), 500ms, 2m or 1h, not '" + text + "'"));
    }

    /** The converter of the number of requests in flight. */
    static final class Concurrency implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String typed) {
            refuseList(typed, "concurrency");
            return Numbers.whole(typed);
        }
    }

    /** The converter of a rate. */
    static final class Rate implements ITypeConverter<Double> {
        @Override
        public Double convert(String typed) {
            refuseList(typed, "rate");
            return Numbers.real(typed);
        }
    }

    private static void refuseList(String typed, String what) {
        if (NUMBERS.matcher(typed).matches()) {
            throw new TypeConversionException("'" + typed + "' is more than one number. --sweep " + what + ":"
                    + typed.replace(" ", "") + " runs once at each");
        }
        if (DECIMAL_COMMA.matcher(typed).matches()) {
            throw new TypeConversionException("'" + typed + "' is not a number. A decimal has a point: "
                    + typed.strip().replace(',', '.'));
        }
    }
}
