package dev.ipw.results.internal.format;

import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.run.LoadSettings;
import dev.ipw.run.RunSettings;
import dev.ipw.settings.ClientSettings;
import dev.ipw.settings.EvaluationSettings;
import dev.ipw.settings.MeasurementSettings;
import dev.ipw.settings.QuestionSettings;
import dev.ipw.settings.ReplicaMap;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** A codec of a run's settings as a tree, under the reference's names where it has them. */
final class RunSettingsCodec {
    private static final double NANOS = 1e9;

    private RunSettingsCodec() {}

    public static TreeBuilder put(TreeBuilder tree, RunSettings settings) {
        tree.put("client_params", RunConfigurationCodec.sorted(settings.client().parameters()));
        questions(tree, settings.questions());
        evaluation(tree, settings.evaluation());
        tree.put("generation", generation(settings.generation()))
                .put("max_concurrency", settings.load().concurrency()).put("load", load(settings.load()));
        if (!settings.agent().isEmpty()) {
            tree.put("agent", RunConfigurationCodec.sorted(settings.agent()));
        }
        return measurement(tree, settings.measurement());
    }

    public static RunSettings fromTree(TreeReader tree, ClientInfo client) {
        return new RunSettings(ClientSettings.of(client, texts(tree, "client_params")), questions(tree),
                evaluation(tree), tree.child("generation", RunSettingsCodec::generation),
                tree.child("load", RunSettingsCodec::load), measurement(tree, client),
                tree.optionalChild("agent", RunConfigurationCodec::texts).orElse(Map.of()));
    }

    private static void questions(TreeBuilder tree, QuestionSettings asked) {
        tree.put("dataset", asked.dataset()).put("dataset_params", RunConfigurationCodec.sorted(asked.parameters()))
                .put("max_queries", asked.maxQueries()).put("seed", asked.seed()).put("epochs", asked.rounds())
                .put("prompt_template", asked.promptTemplate()).put("system", asked.system())
                .put("offline", asked.offline());
    }

    private static QuestionSettings questions(TreeReader tree) {
        return new QuestionSettings(Optional.of(tree.text("dataset")), texts(tree, "dataset_params"),
                tree.optionalInt("max_queries"), tree.whole("seed"), OptionalInt.of(tree.integer("epochs")),
                tree.optionalText("prompt_template"), tree.optionalText("system"), tree.truth("offline"));
    }

    private static void evaluation(TreeBuilder tree, EvaluationSettings judged) {
        tree.put("evaluator", judged.evaluator())
                .put("evaluator_params", RunConfigurationCodec.sorted(judged.parameters()))
                .put("eval_concurrency", judged.concurrency()).put("eval_timeout_seconds", seconds(judged.timeout()));
    }

    private static EvaluationSettings evaluation(TreeReader tree) {
        return new EvaluationSettings(tree.optionalText("evaluator"), texts(tree, "evaluator_params"),
                tree.integer("eval_concurrency"), duration(tree, "eval_timeout_seconds"));
    }

    private static TreeBuilder measurement(TreeBuilder tree, MeasurementSettings measured) {
        if (!measured.replicas().isEmpty()) {
            tree.put("replicas", measured.replicas().texts());
        }
        return tree.put("telemetry", measured.telemetry()).put("warmup_queries", measured.warmupQueries())
                .put("idle_seconds", measured.idleSeconds()).put("cool_down_seconds", seconds(measured.coolDown()))
                .put("calibration", measured.calibration());
    }

    private static MeasurementSettings measurement(TreeReader tree, ClientInfo client) {
        return new MeasurementSettings(tree.text("telemetry"), tree.integer("warmup_queries"),
                tree.real("idle_seconds"), duration(tree, "cool_down_seconds"), tree.truth("calibration"),
                Optional.of(client.servingHost()),
                ReplicaMap.parse(tree.texts("replicas")));
    }

    private static TreeBuilder load(LoadSettings load) {
        return TreeBuilder.object().put("shape", load.shape()).put("concurrency", load.concurrency())
                .put("rate_per_second", load.perSecond()).put("burstiness", load.burstiness())
                .put("ramp_seconds", load.rampSeconds()).put("duration_seconds", load.durationSeconds())
                .put("cut_start_seconds", load.cut().startSeconds()).put("cut_end_seconds", load.cut().endSeconds())
                .put("arrival_seed", load.arrivalSeed())
                .put("trace", load.replayed().map(LoadSettings.Replayed::trace))
                .put("replay_speed", load.replayed().map(LoadSettings.Replayed::speed));
    }

    private static LoadSettings load(TreeReader tree) {
        return new LoadSettings(tree.text("shape"), tree.optionalInt("concurrency"),
                tree.optionalReal("rate_per_second"), tree.optionalReal("burstiness"),
                tree.real("ramp_seconds"), tree.optionalReal("duration_seconds"),
                new LoadSettings.Cut(tree.real("cut_start_seconds"), tree.real("cut_end_seconds")),
                tree.optionalWhole("arrival_seed"), tree.optionalText("trace").map(
                        trace -> new LoadSettings.Replayed(trace, tree.real("replay_speed"))));
    }

    private static TreeBuilder generation(GenerationOptions options) {
        return TreeBuilder.object().put("temperature", options.temperature()).put("top_p", options.topP())
                .put("max_tokens", options.maxTokens()).put("seed", options.seed()).put("stop", options.stop())
                .put("body", RunConfigurationCodec.sorted(options.body()));
    }

    private static GenerationOptions generation(TreeReader tree) {
        return new GenerationOptions(tree.optionalReal("temperature"), tree.optionalReal("top_p"),
                tree.optionalInt("max_tokens"), tree.optionalWhole("seed"), tree.texts("stop"),
                texts(tree, "body"));
    }

    private static Map<String, String> texts(TreeReader tree, String key) {
        return tree.child(key, RunConfigurationCodec::texts);
    }

    private static double seconds(Duration time) {
        return time.toNanos() / NANOS;
    }

    private static Duration duration(TreeReader tree, String key) {
        return Duration.ofNanos(Math.round(tree.real(key) * NANOS));
    }
}
