package dev.ipw.analysis.comparison.internal;

import dev.ipw.analysis.statistics.KolmogorovSmirnov;
import dev.ipw.error.Setting;
import dev.ipw.quality.RunValidity;
import dev.ipw.record.Dimension;
import dev.ipw.record.SystemInfo;
import dev.ipw.run.LoadSettings;
import dev.ipw.run.RunConfiguration;
import dev.ipw.run.RunSummary.DeviceTemperature;
import dev.ipw.statistics.Quantiles;
import dev.ipw.telemetry.SampledDevice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The other differences between two runs, listed so that a difference is not attributed to the wrong cause. */
final class Comparability {
    private static final double OTHER_LENGTH = 0.1;
    private static final double SURE = 0.01;
    private static final double OTHER_CELSIUS = 5;

    private final RunColumns first;
    private final RunColumns second;
    private final List<String> warnings = new ArrayList<>();

    private Comparability(RunColumns first, RunColumns second) {
        this.first = first;
        this.second = second;
    }

    static List<String> warnings(RunColumns first, RunColumns second) {
        Comparability comparability = new Comparability(first, second);
        comparability.warnOfTimes(first);
        comparability.warnOfTimes(second);
        comparability.compareWhatWasAsked();
        comparability.compareMachines();
        comparability.compareDefinitions();
        comparability.compareTemperatures();
        comparability.compareLengths(Dimension.INPUT_TOKENS, "prompts");
        comparability.compareLengths(Dimension.OUTPUT_TOKENS, "answers");
        comparability.warnOfEnds(first);
        comparability.warnOfEnds(second);
        comparability.repeatTheirOwn();
        return comparability.warnings;
    }

    /** Returns the differences in the settings, which show that the two are not runs of one configuration. */
    static List<String> ofConfiguration(RunColumns first, RunColumns second) {
        Comparability comparability = new Comparability(first, second);
        comparability.compareWhatWasAsked();
        return comparability.warnings;
    }

    private void compareWhatWasAsked() {
        differ("model", configuration -> configuration.client().model());
        differ("client", configuration -> configuration.client().id());
        differ("parameters of the client", configuration -> settings(configuration.settings().client().parameters()));
        differ("dataset", RunConfiguration::dataset);
        differ("parameters of the dataset",
                configuration -> settings(configuration.settings().questions().parameters()));
        differ("system prompt", configuration -> configuration.settings().questions().system().orElse(""));
        differ("way of generating", configuration -> generation(configuration));
        differ("load", configuration -> load(configuration.load()));
        differ("parameters of the evaluator",
                configuration -> settings(configuration.settings().evaluation().parameters()));
    }

    private void compareMachines() {
        differ("serving machine", configuration -> configuration.client().servingHost().name()
                .toLowerCase(Locale.ROOT));
        differ("machine", configuration -> machine(configuration.system()));
        differ("sampled devices", devices(first), devices(second));
    }

    private void compareDefinitions() {
        differ("tool that measured, and so the definitions of its figures,",
                configuration -> configuration.client().details().getOrDefault(RunConfiguration.ORIGIN, "ipw"));
        differ("version of ipw, so perhaps its definitions,",
                configuration -> configuration.versions().getOrDefault("ipw", "unknown"));
        differ("parts whose joules count", first.summary().totals().headlineScope(),
                second.summary().totals().headlineScope());
        differ("source of joules", first.provenances().toString(), second.provenances().toString());
    }

    private void compareTemperatures() {
        for (DeviceTemperature ours : first.summary().temperatures()) {
            second.summary().temperatures().stream().filter(theirs -> theirs.device().equals(ours.device()))
                    .forEach(theirs -> compareTemperature(ours, theirs));
        }
    }

    private void compareTemperature(DeviceTemperature ours, DeviceTemperature theirs) {
        boolean differs = Math.abs(theirs.startCelsius() - ours.startCelsius()) > OTHER_CELSIUS
                || Math.abs(theirs.endCelsius() - ours.endCelsius()) > OTHER_CELSIUS;
        if (differs) {
            warnings.add(String.format(Locale.ROOT,
                    "%s went from %.0f to %.0f °C in %s, from %.0f to %.0f °C in %s: a warm "
                            + "device draws more for the same work, and may be slower. Let it cool down between runs, or "
                            + Setting.COMPARE_IN_TURN,
                    ours.device(), ours.startCelsius(), ours.endCelsius(),
                    first.name(), theirs.startCelsius(), theirs.endCelsius(), second.name()));
        }
    }

    private void differ(String property, Function<RunConfiguration, String> part) {
        differ(property, part.apply(first.summary().configuration()), part.apply(second.summary().configuration()));
    }

    private void differ(String property, String ours, String theirs) {
        if (!ours.equals(theirs)) {
            warnings.add("The " + property + " differs: " + shown(ours) + " in " + first.name() + ", " + shown(theirs)
                    + " in " + second.name());
        }
    }

    private static String shown(String text) {
        return text.isEmpty() || text.equals("[]") ? "none" : text;
    }

    private static String settings(Map<String, String> parameters) {
        return parameters.entrySet().stream().map(one -> one.getKey() + "=" + one.getValue()).sorted()
                .collect(Collectors.joining(", "));
    }

    private static String generation(RunConfiguration configuration) {
        return configuration.settings().generation().toString().replace("Optional", "").replace("GenerationOptions",
                "");
    }

    private static String load(LoadSettings load) {
        Stream<Optional<String>> parts = Stream.of(Optional.of(load.shape()),
                load.concurrency().isPresent()
                        ? Optional.of(Integer.toString(load.concurrency().getAsInt()))
                        : Optional.empty(),
                load.perSecond().isPresent()
                        ? Optional.of(load.perSecond().getAsDouble() + " a second")
                        : Optional.empty(),
                load.burstiness().isPresent()
                        ? Optional.of("burstiness " + load.burstiness().getAsDouble())
                        : Optional.empty(),
                load.rampSeconds() > 0 ? Optional.of("ramp " + load.rampSeconds() + " s") : Optional.empty(),
                load.durationSeconds().isPresent()
                        ? Optional.of("for " + load.durationSeconds().getAsDouble() + " s")
                        : Optional.empty());
        return parts.flatMap(Optional::stream).collect(Collectors.joining(" "));
    }

    private static String machine(SystemInfo system) {
        return system.processorBrand().orElse("processor unknown") + ", "
                + (system.logicalProcessors().isPresent() ? system.logicalProcessors().getAsInt() : "unknown number of")
                + " processors, " + system.operatingSystem();
    }

    private static String devices(RunColumns run) {
        return run.summary().devices().stream().map(SampledDevice::info).map(info -> info.name())
                .collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()))
                .entrySet().stream().map(one -> one.getValue() + " x " + one.getKey())
                .collect(Collectors.joining(", "));
    }

    private void compareLengths(Dimension tokens, String texts) {
        double[] ours = known(first.figures(tokens));
        double[] theirs = known(second.figures(tokens));
        if (ours.length == 0 || theirs.length == 0) {
            return;
        }
        double median = Quantiles.of(ours, 0.5);
        double other = Quantiles.of(theirs, 0.5);
        if (Math.abs(other - median) > OTHER_LENGTH * median
                && KolmogorovSmirnov.test(ours, theirs).pValue() < SURE) {
            warnings.add(
                    "The lengths of " + texts + " differ: " + new FigureText(median, tokens.unit())
                            + " in the middle of "
                            + first.name() + ", " + new FigureText(other, tokens.unit()) + " of " + second.name()
                            + "; times and joules of a query go with them");
        }
    }

    private static double[] known(double[] figures) {
        return Arrays.stream(figures).filter(value -> !Double.isNaN(value)).toArray();
    }

    private void warnOfTimes(RunColumns run) {
        run.summary().validity().map(RunValidity::reasons).orElse(List.of()).stream().findFirst()
                .ifPresent(reason -> warnings.add(
                        "The times of " + run.name() + " are " + reason.level() + ": " + reason.text()));
    }

    private void warnOfEnds(RunColumns run) {
        if (run.failed() > 0) {
            warnings.add(run.failed() + " of " + run.queries() + " requests of " + run.name()
                    + " failed; they have no times and count as wrong");
        }
        if (run.summary().interrupted()) {
            warnings.add(run.name() + " was ended early");
        }
    }

    /** Adds the runs' own warnings. Those of both runs are listed once, because that of an import is long. */
    private void repeatTheirOwn() {
        Set<String> ofFirst = new TreeSet<>(first.summary().warnings());
        Set<String> ofSecond = new TreeSet<>(second.summary().warnings());
        Set<String> ofBoth = new TreeSet<>(ofFirst);
        ofBoth.retainAll(ofSecond);
        ofFirst.removeAll(ofBoth);
        ofSecond.removeAll(ofBoth);
        repeat(first.name() + " and " + second.name() + " both have warnings of their own: ", ofBoth);
        repeat(first.name() + " has warnings of its own: ", ofFirst);
        repeat(second.name() + " has warnings of its own: ", ofSecond);
    }

    private void repeat(String whose, Set<String> own) {
        if (!own.isEmpty()) {
            warnings.add(whose + String.join("; ", own));
        }
    }
}
