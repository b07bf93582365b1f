package dev.ipw.benchmarks.export;

import dev.ipw.benchmarks.export.RunFacts.Counts;
import dev.ipw.benchmarks.export.RunFacts.Setup;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.error.Setting;
import dev.ipw.plugin.Parameters;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.Yaml;

/**
 * A writer of the accuracy of a run as an entry of a model's evaluation results on the HuggingFace hub. The format has
 * no field for joules, so the notes contain them.
 *
 * @param given the given options
 */
record HubEvalResults(Given given) {
    private static final String FORMAT = "hub-eval-results";
    private static final double PERCENT = 100;
    private static final String DEFAULT_TASK = "default";

    /**
     * The options.
     *
     * @param dataset    the dataset's repository; empty for that of the run
     * @param task       the task as the dataset's eval.yaml names it
     * @param revision   the dataset's revision
     * @param isFraction whether the value is from 0 to 1 rather than in percent
     * @param framework  the evaluation framework
     * @param notes      the text before the joules in the notes
     * @param source     the place of traces or a paper
     */
    record Given(Optional<String> dataset, Optional<String> task, Optional<String> revision, boolean isFraction,
            Optional<String> framework, Optional<String> notes, Source source) {}

    /**
     * The place of traces or a paper.
     *
     * @param url  the address
     * @param name its name
     * @param user the user who keeps it
     */
    record Source(Optional<String> url, Optional<String> name, Optional<String> user) {}

    static HubEvalResults read(Parameters parameters) {
        Options options = new Options(FORMAT, parameters);
        String scale = options.oneOf("scale", List.of("percent", "fraction"),
                options.text("scale").orElse("percent"));
        Source source = new Source(options.address("source_url"), options.text("source_name"),
                options.text("source_user"));
        Given given = new Given(options.text("dataset"), options.text("task"), options.text("revision"),
                scale.equals("fraction"), options.text("framework"), options.text("notes"), source);
        options.rejectUnknown();
        if (source.url.isEmpty() && (source.name.isPresent() || source.user.isPresent())) {
            throw new ConfigurationException("The source of the format " + FORMAT
                    + " needs an address. Give " + Setting.EXPORT_OPTION + " source_url=https://... too");
        }
        return new HubEvalResults(given);
    }

    ResultExport of(RunFacts run) {
        double accuracy = run.counts().accuracy().orElseThrow(() -> new InputException("No answer of "
                + run.setup().name() + " was scored, so there is no result. " + Setting.EVALUATE))
                .value();
        HubDataset dataset = dataset(run.setup());
        Map<String, Object> entry = new LinkedHashMap<>();
        Map<String, Object> place = new LinkedHashMap<>();
        place.put("id", dataset.repository());
        place.put("task_id", given.task.or(dataset::task).orElse(DEFAULT_TASK));
        given.revision.or(dataset::revision).ifPresent(revision -> place.put("revision", revision));
        entry.put("dataset", place);
        entry.put("value", given.isFraction ? accuracy : PERCENT * accuracy);
        entry.put("date", DateTimeFormatter.ISO_LOCAL_DATE.withZone(ZoneOffset.UTC).format(run.setup().start()));
        given.source.url.ifPresent(url -> entry.put("source", source(url)));
        given.framework.ifPresent(framework -> entry.put("evaluation_framework", framework));
        entry.put("notes", notes(run));
        String file = dataset.repository().substring(dataset.repository().indexOf('/') + 1);
        return ResultExport.of(".eval_results/" + file + ".yaml", yaml(List.of(entry)));
    }

    private HubDataset dataset(Setup setup) {
        return given.dataset.map(HubDataset::of).orElseGet(() -> HubDataset.ofRun(setup.dataset().id()))
                .orElseThrow(() -> new ConfigurationException("'" + given.dataset.orElse(setup.dataset().id())
                        + "' is no dataset on the hub. Give " + Setting.EXPORT_OPTION
                        + " dataset=OWNER/NAME of the dataset that has the leaderboard"));
    }

    private Map<String, Object> source(String url) {
        Map<String, Object> source = new LinkedHashMap<>();
        source.put("url", url);
        given.source.name.ifPresent(name -> source.put("name", name));
        given.source.user.ifPresent(user -> source.put("user", user));
        return source;
    }

    private String notes(RunFacts run) {
        List<String> parts = new ArrayList<>();
        given.notes.ifPresent(parts::add);
        parts.add(EnergyNote.of(run));
        parts.add(note(run, given.isFraction ? "a fraction" : "percent"));
        return String.join(" ", parts);
    }

    private static String yaml(Object document) {
        DumperOptions style = new DumperOptions();
        style.setDefaultFlowStyle(FlowStyle.BLOCK);
        style.setIndicatorIndent(0);
        style.setSplitLines(false);
        style.setAllowUnicode(true);
        style.setLineBreak(DumperOptions.LineBreak.UNIX);
        return new Yaml(style).dump(document);
    }

    /** Writes the sentence with the unit of the value. */
    private static String note(RunFacts run, String unit) {
        Counts counts = run.counts();
        Setup setup = run.setup();
        return "Accuracy in " + unit + " of " + counts.scored() + " scored answers"
                + (counts.failed() > 0 ? ", failed requests: " + counts.failed() : "")
                + (setup.epochs() > 1 ? ", each question asked " + setup.epochs() + " times" : "")
                + (setup.isInterrupted() ? ", the run ended early" : "") + "; ipw " + setup.version() + ", "
                + setup.hardware() + ".";
    }
}
