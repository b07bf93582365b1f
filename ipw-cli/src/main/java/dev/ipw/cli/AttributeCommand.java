package dev.ipw.cli;

import dev.ipw.attribution.AttributionScore;
import dev.ipw.attribution.FigureLog;
import dev.ipw.attribution.LogAttribution;
import dev.ipw.attribution.RequestLog;
import dev.ipw.attribution.SampleLog;
import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.tree.TreeBuilder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Say who used what in a run of any serving system, from the logs of its meters and its server. */
@Command(name = "attribute", description = {
        "Say which request used how many joules, from logs of any serving system and any meter.",
        "Samples are JSON lines such as {\"t_ns\":0,\"device\":\"gpu0\",\"energy_mj\":5.1,\"power_mw\":300000}; one of the "
                + "readings may be missing. Requests are JSON lines such as {\"id\":\"a\",\"start_ns\":0,"
                + "\"first_token_ns\":9,\"end_ns\":99,\"input_tokens\":7,\"output_tokens\":2,\"token_ns\":[9,99]}."})
final class AttributeCommand implements Runnable {
    private static final String RULES = "auto, tokens, fitted, equal, active-time or output-tokens";

    private final IpwCommand ipw;

    @Option(names = "--samples", paramLabel = "FILE", description = "What the meters logged.")
    private @Nullable Path samples;

    @Option(names = "--requests", paramLabel = "FILE", description = "What the server logged.")
    private @Nullable Path requests;

    @Option(names = "--rule", paramLabel = "RULE", defaultValue = "auto",
            description = "By what requests that overlap share: " + RULES + ". Default: ${DEFAULT-VALUE}.")
    private String rule = "auto";

    @Option(names = "--figures", paramLabel = "FILE",
            description = "Score these figures, of whatever tool, instead of making our own.")
    private @Nullable Path figures;

    @Option(names = "--score", paramLabel = "FILE",
            description = "Hold the figures against the truth: JSON lines with id and joules, or an object of joules by id.")
    private @Nullable Path truth;

    AttributeCommand(IpwCommand ipw) {
        this.ipw = ipw;
    }

    @Override
    public void run() {
        if (figures != null) {
            score(FigureLog.read(figures));
            return;
        }
        if (samples == null || requests == null) {
            throw new ConfigurationException("attribute needs --samples FILE and --requests FILE, or --figures FILE and"
                    + " --score FILE. See 'ipw attribute --help'");
        }
        LogAttribution attribution = LogAttribution.of(SampleLog.read(samples), RequestLog.read(requests), rule());
        attribution.warnings().forEach(ipw::complain);
        if (truth != null) {
            score(FigureLog.of(attribution));
        } else if (ipw.json()) {
            attribution.writeJson(ipw.terminal().out()::println);
            ipw.terminal().out().flush();
        } else {
            ipw.terminal().out().print(AttributionText.of(attribution, ipw.terminal().columns()));
            ipw.terminal().out().flush();
        }
    }

    private AttributionRule rule() {
        return Arrays.stream(AttributionRule.values()).filter(one -> name(one).equals(rule.toLowerCase(Locale.ROOT)))
                .findFirst().orElseThrow(() -> new ConfigurationException("There is no rule '" + rule
                        + "'. Give --rule one of " + RULES));
    }

    private static String name(AttributionRule rule) {
        return rule.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private void score(FigureLog ours) {
        if (truth == null) {
            throw new ConfigurationException("--figures needs --score FILE, the truth to hold them against");
        }
        AttributionScore score = AttributionScore.of(ours, FigureLog.read(truth));
        ipw.answer(() -> AttributionText.of(score, ipw.terminal().columns()),
                () -> TreeBuilder.object().put("score", score.toTree()));
    }
}
