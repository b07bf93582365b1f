package dev.ipw.benchmarks.export;

import dev.ipw.benchmarks.export.RunFacts.Setup;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.error.Setting;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.plugin.Parameters;
import dev.ipw.statistics.Estimate;
import java.util.List;
import java.util.Optional;

/**
 * A writer of a run as a record of Every Eval Ever, schema 0.3.0: its accuracy, and its joules as metrics of their own.
 *
 * @param given the given options
 */
record EveryEvalEver(Given given) {
    private static final String FORMAT = "every-eval-ever";
    private static final String SCHEMA = "0.3.0";
    private static final String LIBRARY = "intelligence-per-watt-java";
    private static final List<String> RELATIONSHIPS = List.of("first_party", "third_party", "collaborative", "other");

    private static final List<String> AVAILABILITIES = List.of("open_weights", "closed_weights", "unknown");

    /**
     * The options.
     *
     * @param organization the publisher
     * @param relationship the relationship of the publisher to the model's maker
     * @param model        the model's name on the hub; empty for its name in the run
     * @param developer    the model's maker
     * @param dataset      the dataset's repository on the hub; empty for that of the run
     * @param split        the dataset's split
     * @param availability whether the model's weights are open
     */
    record Given(String organization, String relationship, Optional<String> model, Optional<String> developer,
            Optional<String> dataset, Optional<String> split, String availability) {}

    static EveryEvalEver read(Parameters parameters) {
        Options options = new Options(FORMAT, parameters);
        Given given = new Given(options.required("organization", "'Example Lab'"),
                options.oneOf("relationship", RELATIONSHIPS, options.text("relationship").orElse("third_party")),
                options.text("model"), options.text("developer"), options.text("dataset"), options.text("split"),
                options.oneOf("availability", AVAILABILITIES, options.text("availability").orElse("unknown")));
        options.rejectUnknown();
        return new EveryEvalEver(given);
    }

    ResultExport of(RunFacts run) {
        Estimate accuracy = run.counts().accuracy().orElseThrow(() -> new InputException("No answer of "
                + run.setup().name() + " was scored, so there is no result. " + Setting.EVALUATE));
        Setup setup = run.setup();
        String model = given.model.orElse(setup.model().name());
        String moment = String.valueOf(setup.end().getEpochSecond());
        TreeBuilder tree = TreeBuilder.object().put("schema_version", SCHEMA)
                .put("evaluation_id", setup.dataset().id() + "/" + model + "/" + moment)
                .put("evaluation_timestamp", setup.start().toString()).put("retrieved_timestamp", moment)
                .put("source_metadata", TreeBuilder.object().put("source_name", LIBRARY)
                        .put("source_type", "evaluation_run").put("source_organization_name", given.organization)
                        .put("evaluator_relationship", given.relationship))
                .put("eval_library", TreeBuilder.object().put("name", LIBRARY).put("version", setup.version()))
                .put("model_info", model(run, model)).put("evaluation_results",
                        new EveryEvalEverResults(run, source(setup).build()).of(accuracy));
        return ResultExport.of("data/" + PathPart.of(setup.dataset().id()) + "/"
                + PathPart.of(given.developer.orElse("unknown")) + "/" + PathPart.of(model) + "/"
                + PathPart.of(setup.name()) + ".json", tree.prettyJson());
    }

    private TreeBuilder model(RunFacts run, String id) {
        TreeBuilder model = TreeBuilder.object().put("name", run.setup().model().name()).put("id", id);
        given.developer.ifPresent(developer -> model.put("developer", developer));
        return model.put("inference_engine", TreeBuilder.object().put("name", run.setup().model().client()))
                .put("additional_details", TreeBuilder.object()
                        .put("deployment_type", run.setup().model().isServedHere() ? "self_deployed" : "unknown")
                        .put("model_availability", given.availability).put("hardware", run.setup().hardware()));
    }

    private Optional<HubDataset> hub(String address) {
        return Optional.of(HubDataset.of(address).orElseThrow(() -> new ConfigurationException("'" + address
                + "' is no dataset on the hub. Give " + Setting.EXPORT_OPTION
                + " dataset=OWNER/NAME, or leave it out")));
    }

    private TreeBuilder source(Setup setup) {
        Optional<HubDataset> hub = given.dataset.map(this::hub)
                .orElseGet(() -> HubDataset.ofRun(setup.dataset().id()));
        TreeBuilder source = TreeBuilder.object().put("dataset_name", setup.dataset().name())
                .put("source_type", hub.isPresent() ? "hf_dataset" : "other");
        hub.ifPresent(dataset -> {
            source.put("hf_repo", dataset.repository());
            given.split.ifPresent(split -> source.put("hf_split", split));
        });
        return source;
    }
}
