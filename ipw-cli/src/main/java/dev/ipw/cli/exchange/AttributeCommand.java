package dev.ipw.cli.exchange;

import dev.ipw.ProfileRun;
import dev.ipw.cli.command.CommandContext;
import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.error.ConfigurationException;
import dev.ipw.importing.log.AttributionScore;
import dev.ipw.importing.log.FigureLog;
import dev.ipw.importing.log.LogAttribution;
import dev.ipw.importing.log.MeterReplay;
import dev.ipw.importing.log.RequestLog;
import dev.ipw.importing.log.SampleLog;
import dev.ipw.importing.spans.EnergySpansFile;
import dev.ipw.importing.spans.SpanAttribution;
import dev.ipw.importing.spans.SpanAttributionJson;
import dev.ipw.importing.spans.SpanLog;
import dev.ipw.internal.names.NearestNames;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.results.RunReader;
import dev.ipw.results.internal.finishing.AttributionResult;
import dev.ipw.results.internal.finishing.RunAttribution;
import dev.ipw.results.internal.meterlog.MeterLogHistory;
import dev.ipw.run.RunDirectory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The command that attributes the joules of a finished run, or of any serving system, from the logs of its meters and
 * its server.
 */
@Command(name = "attribute", description = {
        "Report the joules of each request: of a finished run, from its journal and samples, or from logs of any "
                + "serving system and any meter; or of each span of OpenTelemetry.",
        "Samples are JSON lines, of which one of the readings may be missing:",
        "  {\"t_ns\":0,\"device\":\"gpu0\",\"energy_mj\":5.1,\"power_mw\":300000}",
        "Requests are JSON lines:",
        "  {\"id\":\"a\",\"start_ns\":0,\"first_token_ns\":9,\"end_ns\":99,",
        "   \"input_tokens\":7,\"output_tokens\":2,\"token_ns\":[9,99]}"})
public final class AttributeCommand implements Runnable {
    private static final String RULES = "auto, tokens, fitted, equal, active-time or output-tokens";

    private final CommandContext ipw;

    @Parameters(arity = "0..*", paramLabel = "RUN",
            description = "Folders of runs, or the folder of the log of 'ipw meter'. Nothing in them changes without "
                    + "--write.")
    private List<Path> runs = new ArrayList<>();

    @Option(names = "--write",
            description = "Write the run's dataset and summary anew, shared by the rule; a run that was "
                    + "cut off is finished first.")
    private boolean write;

    @Option(names = "--samples", paramLabel = "FILE", description = "What the meters logged.")
    private @Nullable Path samples;

    @Option(names = "--requests", paramLabel = "FILE", description = "What the server logged.")
    private @Nullable Path requests;

    @Option(names = "--spans", paramLabel = "FILE",
            description = "In place of --requests: spans of OpenTelemetry as OTLP/JSON, with GenAI attributes; .gz too. The "
                    + "samples' t_ns is nanoseconds since 1970 then.")
    private @Nullable Path spans;

    @Option(names = "--output", paramLabel = "FILE",
            description = "With --spans: write them again as OTLP/JSON, with their joules as attributes.")
    private @Nullable Path output;

    @Option(names = "--rule", paramLabel = "RULE", defaultValue = "auto",
            description = "The rule by which overlapping requests share joules: " + RULES + ". Default: "
                    + "${DEFAULT-VALUE}.")
    private String rule = "auto";

    @Option(names = "--figures", paramLabel = "FILE",
            description = "Score these figures of any tool instead of computing them.")
    private @Nullable Path figures;

    @Option(names = "--score", paramLabel = "FILE",
            description = "Compare the figures with the truth: JSON lines with id and joules, or an object of "
                    + "joules by id.")
    private @Nullable Path truth;

    public AttributeCommand(CommandContext ipw) {
        this.ipw = ipw;
    }

    @Override
    public void run() {
        if (figures != null) {
            if (!runs.isEmpty() || write || samples != null || requests != null || spans != null || output != null) {
                throw new ConfigurationException("--figures scores figures that exist already: leave RUN, --write, "
                        + "--samples, --requests, --spans and --output out, or --figures");
            }
            score(FigureLog.read(figures));
            return;
        }
        AttributionRule chosen = rule();
        if (spans != null) {
            ofSpans(spans, chosen);
            return;
        }
        if (output != null) {
            throw new ConfigurationException("--output needs --spans FILE, which it writes again with their joules");
        }
        if (runs.size() < 2) {
            AttributionResult attribution = attribution(chosen);
            attribution.warnings().forEach(ipw::complain);
            show(attribution);
        } else {
            several(chosen);
        }
        ipw.terminal().out().flush();
    }

    private void ofSpans(Path file, AttributionRule chosen) {
        if (!runs.isEmpty() || write || requests != null || truth != null || samples == null) {
            throw new ConfigurationException(
                    "--spans FILE needs --samples FILE, and neither a RUN, --write, --requests "
                            + "nor --score");
        }
        SpanAttribution attribution = SpanAttribution.of(SampleLog.read(samples), SpanLog.read(file), chosen);
        attribution.warnings().forEach(ipw::complain);
        if (output != null) {
            EnergySpansFile.write(attribution, file, output);
            ipw.note("Wrote the spans with their joules to " + output + ".");
        }
        if (ipw.json()) {
            SpanAttributionJson.write(attribution, ipw::line);
        } else {
            ipw.terminal().out().print(SpansText.of(attribution, ipw.terminal().columns()));
        }
        ipw.terminal().out().flush();
    }

    private void show(AttributionResult attribution) {
        if (truth != null) {
            score(FigureLog.of(attribution));
        } else if (ipw.json()) {
            attribution.writeJson(ipw::line);
        } else {
            ipw.terminal().out().print(AttributionText.of(attribution, ipw.terminal().columns()));
        }
    }

    /** Shows several runs, one after the other; as JSON, one object per run. */
    private void several(AttributionRule chosen) {
        if (truth != null || samples != null || requests != null) {
            throw new ConfigurationException("--score, --samples and --requests go with one run at most, not with "
                    + runs.size());
        }
        for (Path folder : runs) {
            RunAttribution attribution = ofRun(folder, chosen);
            attribution.warnings().forEach(warning -> ipw.complain(folder + ": " + warning));
            if (!ipw.json()) {
                ipw.terminal().out().println(folder);
            }
            show(attribution);
        }
    }

    private AttributionResult attribution(AttributionRule chosen) {
        if (!runs.isEmpty() && (samples != null || requests != null)) {
            throw new ConfigurationException(
                    "attribute takes a RUN, which has its own samples and requests, or --samples "
                            + "FILE and --requests FILE, not both");
        }
        if (!runs.isEmpty()) {
            return MeterLogHistory.isIn(runs.getFirst())
                    ? ofMeter(runs.getFirst(), chosen)
                    : ofRun(runs.getFirst(), chosen);
        }
        if (write) {
            throw new ConfigurationException("--write needs a RUN whose dataset and summary are to be written anew");
        }
        if (samples == null || requests == null) {
            throw new ConfigurationException(
                    "attribute needs a RUN, or --samples FILE and --requests FILE, or --figures "
                            + "FILE and --score FILE, or --samples FILE and --spans FILE. See 'ipw attribute --help'");
        }
        return LogAttribution.of(SampleLog.read(samples), RequestLog.read(requests), chosen);
    }

    private MeterReplay ofMeter(Path folder, AttributionRule chosen) {
        if (write || chosen != AttributionRule.AUTO) {
            throw new ConfigurationException("The log of a meter is divided as the meter did: leave --write and --rule "
                    + "out. 'ipw import meter " + folder + "' makes a run of it");
        }
        return MeterReplay.of(folder);
    }

    private RunAttribution ofRun(Path folder, AttributionRule chosen) {
        RunAttribution attribution = RunAttribution.of(RunDirectory.open(folder), chosen);
        if (write) {
            RunAttribution.rewrite(RunReader.open(ProfileRun.recover(folder).path()), chosen);
            ipw.note("Wrote the dataset and the summary of " + folder + " again.");
        }
        return attribution;
    }

    private AttributionRule rule() {
        return Arrays.stream(AttributionRule.values()).filter(one -> one.label().equals(rule.toLowerCase(Locale.ROOT)))
                .findFirst().orElseThrow(() -> new ConfigurationException("There is no rule '" + rule + "'."
                        + NearestNames.question(rule, Arrays.stream(AttributionRule.values())
                                .map(AttributionRule::label).toList())
                        + " Give --rule one of " + RULES));
    }

    private void score(FigureLog ours) {
        if (truth == null) {
            throw new ConfigurationException("--figures needs --score FILE, the true joules to compare them with");
        }
        AttributionScore score = AttributionScore.of(ours, FigureLog.read(truth));
        ipw.answer(() -> AttributionText.of(score, ipw.terminal().columns()),
                () -> TreeBuilder.object().put("score", score.toTree()));
    }
}
