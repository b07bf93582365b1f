package dev.ipw.benchmarks.export;

import dev.ipw.ProfileRun;
import dev.ipw.analysis.internal.EstimateTree;
import dev.ipw.benchmarks.export.RunFacts.Counts;
import dev.ipw.benchmarks.export.RunFacts.Energy;
import dev.ipw.benchmarks.export.RunFacts.Setup;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.plugin.Parameters;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.statistics.Estimate;
import java.io.IOException;
import java.io.Writer;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A writer of a run as a log of Inspect, version 2, in JSON: the run, its figures, then each query. Joules and the
 * figures made of them are among the metrics and in the metadata of samples. Memory holds one query.
 *
 * @param task  the task's name; empty for the dataset's
 * @param model the model's name; empty for the client and its model
 */
record InspectLog(Optional<String> task, Optional<String> model) {
    private static final String FORMAT = "inspect";
    private static final long VERSION = 2;
    private static final String NO_SCORER = "none";
    private static final DateTimeFormatter FILE_TIME = DateTimeFormatter
            .ofPattern("uuuu-MM-dd'T'HH-mm-ss'+00-00'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    static InspectLog read(Parameters parameters) {
        Options options = new Options(FORMAT, parameters);
        InspectLog log = new InspectLog(options.text("task"), options.text("model"));
        options.rejectUnknown();
        return log;
    }

    ResultExport of(ProfileRun run) {
        RunFacts facts = RunFacts.of(run);
        String scorer;
        try (Stream<ProfilingRecord> records = run.records()) {
            scorer = records.map(ProfilingRecord::evaluator).findFirst().orElse(NO_SCORER);
        }
        return new ResultExport(place(facts), out -> {
            try (Stream<ProfilingRecord> records = run.records()) {
                write(facts, scorer, records.map(QueryFacts::of).iterator(), out);
            }
        });
    }

    /** Writes the log; its scores have the name of the scorer of the first query. */
    void write(RunFacts run, String scorer, Iterator<QueryFacts> queries, Writer out) throws IOException {
        String model = model(run.setup());
        String head = TreeBuilder.object().put("version", VERSION)
                .put("status", run.setup().isInterrupted() ? "cancelled" : "success").put("eval", eval(run, model))
                .put("plan", TreeBuilder.object().put("name", "plan").put("steps", List.of())
                        .put("config", TreeBuilder.object()))
                .put("results", results(run, scorer)).put("stats", stats(run, model)).json();
        out.write(head.substring(0, head.length() - 1));
        out.write(",\"samples\":[");
        InspectSample sample = new InspectSample(model);
        for (String between = "\n"; queries.hasNext(); between = ",\n") {
            out.write(between);
            out.write(Json.write(Json.fromPlain(sample.of(queries.next()).build())));
        }
        out.write("\n]}\n");
    }

    private String model(Setup setup) {
        return model.orElse(setup.model().client() + "/" + setup.model().name());
    }

    private String task(Setup setup) {
        return task.orElse(setup.dataset().id());
    }

    private TreeBuilder eval(RunFacts run, String model) {
        Setup setup = run.setup();
        TreeBuilder metadata = TreeBuilder.object().put("energy_provenance", EnergyNote.provenance(run).name())
                .put("energy_scope", run.energy().scope()).put("energy_note", EnergyNote.of(run))
                .put("hardware", setup.hardware()).put("run", setup.name());
        return TreeBuilder.object().put("eval_id", "").put("run_id", setup.name() + "-" + setup.start())
                .put("created", setup.start().toString()).put("task", task(setup)).put("task_id", task(setup))
                .put("task_version", 0L)
                .put("dataset",
                        TreeBuilder.object().put("name", setup.dataset().name()).put("location", setup.dataset().id()))
                .put("model", model).put("model_args", TreeBuilder.object())
                .put("config", TreeBuilder.object().put("epochs", (long) setup.epochs()))
                .put("packages", Map.of("ipw", setup.version())).put("metadata", metadata);
    }

    private static TreeBuilder results(RunFacts run, String scorer) {
        Counts counts = run.counts();
        Energy energy = run.energy();
        TreeBuilder metrics = TreeBuilder.object();
        counts.accuracy().ifPresent(value -> metrics.put("accuracy", metric("accuracy", value, Map.of())));
        Map<String, Object> joules = Map.of("provenance", energy.provenance().name(), "scope", energy.scope());
        putMetric(metrics, "joules_per_query", energy.joulesPerQuery(), joules);
        putMetric(metrics, "intelligence_per_joule", energy.intelligencePerJoule(), joules);
        putMetric(metrics, "intelligence_per_watt", energy.intelligencePerWatt(), joules);
        putMetric(metrics, "device_watts", energy.watts(), joules);
        TreeBuilder score = TreeBuilder.object().put("name", scorer).put("scorer", scorer)
                .put("scored_samples", counts.scored()).put("unscored_samples", counts.queries() - counts.scored())
                .put("params", TreeBuilder.object()).put("metrics", metrics);
        return TreeBuilder.object().put("total_samples", counts.queries())
                .put("completed_samples", counts.queries() - counts.failed()).put("scores", List.of(score.build()));
    }

    private static void putMetric(TreeBuilder metrics, String name, Optional<Estimate> value,
            Map<String, Object> about) {
        value.ifPresent(known -> metrics.put(name, metric(name, known, about)));
    }

    private static TreeBuilder metric(String name, Estimate value, Map<String, Object> about) {
        TreeBuilder metadata = TreeBuilder.object().put("low", EstimateTree.bound(value.interval().low()))
                .put("high", EstimateTree.bound(value.interval().high())).put("level", value.interval().level());
        about.entrySet().stream().sorted(Map.Entry.comparingByKey())
                .forEach(entry -> metadata.put(entry.getKey(), entry.getValue()));
        return TreeBuilder.object().put("name", name).put("value", value.value()).put("metadata", metadata);
    }

    private static TreeBuilder stats(RunFacts run, String model) {
        Counts counts = run.counts();
        TreeBuilder usage = TreeBuilder.object();
        if (counts.inputTokens().isPresent() && counts.outputTokens().isPresent()) {
            long input = counts.inputTokens().getAsLong();
            long output = counts.outputTokens().getAsLong();
            usage.put(model, TreeBuilder.object().put("input_tokens", input).put("output_tokens", output)
                    .put("total_tokens", input + output));
        }
        return TreeBuilder.object().put("started_at", run.setup().start().toString())
                .put("completed_at", run.setup().end().toString()).put("model_usage", usage);
    }

    private String place(RunFacts run) {
        return "logs/" + FILE_TIME.format(run.setup().start()) + "_" + PathPart.of(task(run.setup())) + "_"
                + PathPart.of(run.setup().name()) + ".json";
    }
}
