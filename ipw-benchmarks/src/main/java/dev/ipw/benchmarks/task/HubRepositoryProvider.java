package dev.ipw.benchmarks.task;

import dev.ipw.benchmarks.hub.Hub;
import dev.ipw.benchmarks.hub.HubSnapshot;
import dev.ipw.benchmarks.hub.HubSplits;
import dev.ipw.benchmarks.question.DataSource;
import dev.ipw.benchmarks.question.ImageStore;
import dev.ipw.benchmarks.question.RowsAsQuestions;
import dev.ipw.benchmarks.rows.DataFile;
import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetContext;
import dev.ipw.dataset.DatasetProvider;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.Setting;
import dev.ipw.plugin.Parameters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The provider of any dataset repository of the hub: {@code hf:owner/name[/task][@revision]}. A repository with an
 * {@code eval.yaml} is asked as defined there. Otherwise parameters name the columns: {@code input}, {@code target},
 * {@code choices} (one column with a list, or several with commas between them), {@code id}, {@code subject},
 * {@code image}, {@code metadata}; and {@code config}, {@code split}, {@code evaluator}, {@code shuffle} and
 * {@code seed}.
 */
public final class HubRepositoryProvider implements DatasetProvider {
    private static final String ID = "hf";

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String description() {
        return "any dataset of the HuggingFace hub: hf:owner/name[/task][@revision]";
    }

    @Override
    public Dataset open(DatasetContext context, Parameters parameters) {
        String address = parameters.text("address").orElseThrow(() -> new ConfigurationException(
                "Name the repository behind the id, as in hf:owner/name, or hf:owner/name/task@revision"));
        String[] parts = address.split("/", 3);
        if (parts.length < 2 || parts[0].isBlank() || parts[1].isBlank()) {
            throw new ConfigurationException("'" + address + "' is no repository; write hf:owner/name[/task]");
        }
        HubSnapshot snapshot = Hub.of(context).snapshot(parts[0] + "/" + parts[1], parameters.text("revision"));
        EvalTask task = task(snapshot, parts.length > 2 ? Optional.of(parts[2]) : Optional.empty(), parameters);
        notes(task).forEach(context::progress);
        ImageStore images = new ImageStore(context.cachePath().resolve("hub-images"));
        List<DataSource> sources = HubSplits.files(snapshot, task.config(), task.split()).stream()
                .<DataSource>map(path -> () -> DataFile.rows(snapshot.fetch(path), snapshot.repository() + "/" + path))
                .toList();
        String name = ID + ":" + address + "@" + snapshot.commit();
        return new RowsAsQuestions(name, parts[1] + (task.id().isEmpty() ? "" : "-" + task.id()), task.evaluator(),
                List.of(TaskPrompt.of(task, images)), sources,
                new TaskRecords(task, parameters.wholeNumber("seed").orElse(0), images), task.epochs(),
                record -> Map.of(), (record, taskFolder) -> Optional.empty());
    }

    /** Returns notes on the authors' settings that the run must be given explicitly. */
    private static List<String> notes(EvalTask task) {
        List<String> notes = new ArrayList<>();
        String name = task.id().isEmpty() ? "The task" : "The task " + task.id();
        if (task.scorers().size() > 1) {
            notes.add(name + " has several scorers; the verdict is that of " + task.evaluator());
        }
        for (TaskStep solver : task.solvers()) {
            Set<String> options = new TreeSet<>(solver.arguments().keySet());
            options.removeIf(option -> solver.name().equals("multiple_choice") && !option.equals("max_tokens"));
            if (!options.isEmpty() && (solver.name().equals("generate") || solver.name().equals("multiple_choice"))) {
                notes.add(name + " is asked with " + options.stream()
                        .map(option -> option + "=" + solver.arguments().get(option)).collect(Collectors.joining(", "))
                        + " by its authors; give the run such options to do so");
            }
        }
        TaskStep scorer = task.scorers().getFirst();
        if (scorer.name().startsWith("model_graded") && !scorer.arguments().isEmpty()) {
            notes.add(name + " is judged with " + String.join(", ", new TreeSet<>(scorer.arguments().keySet()))
                    + " of its own by its authors; here the rubric " + task.evaluator() + " and your judge are used");
        }
        return notes;
    }

    private static EvalTask task(HubSnapshot snapshot, Optional<String> wanted, Parameters parameters) {
        Optional<String> input = parameters.text("input");
        if (input.isPresent()) {
            return columnTask(input.get(), parameters);
        }
        if (snapshot.find(EvalFile.NAME).isEmpty()) {
            throw new ConfigurationException(snapshot.repository() + " has no eval.yaml. Name its columns with "
                    + Setting.DATASET_PARAMS + " input=COLUMN target=COLUMN, and choices=COLUMN if there are choices");
        }
        List<EvalTask> tasks = EvalFile.read(snapshot.fetch(EvalFile.NAME),
                snapshot.repository() + "/" + EvalFile.NAME);
        String names = tasks.stream().map(EvalTask::id).collect(Collectors.joining(", "));
        if (wanted.isEmpty() && tasks.size() > 1) {
            throw new ConfigurationException(snapshot.repository() + " has several tasks; name one as in hf:"
                    + snapshot.repository() + "/" + tasks.getFirst().id() + ": " + names);
        }
        return wanted.isEmpty()
                ? tasks.getFirst()
                : tasks.stream().filter(task -> task.id().equals(wanted.get())).findFirst()
                        .orElseThrow(() -> new ConfigurationException(snapshot.repository() + " has no task '"
                                + wanted.get() + "'; it has " + names));
    }

    /** Makes the task of parameters that name the columns of a repository. */
    private static EvalTask columnTask(String input, Parameters parameters) {
        List<String> choices = names(parameters, "choices");
        Optional<String> target = parameters.text("target");
        TaskColumns columns = new TaskColumns(parameters.text("id"), input, target, choices,
                parameters.text("subject"), parameters.text("image"), names(parameters, "metadata"));
        String usual = target.isEmpty() ? Dataset.NOT_JUDGED : choices.isEmpty() ? "exact" : "multiple-choice";
        String solver = choices.isEmpty() ? "generate" : "multiple_choice";
        return new EvalTask("", parameters.text("config").orElse(""), parameters.text("split").orElse(""), columns,
                parameters.flag("shuffle").orElse(false), 1, List.of(), List.of(new TaskStep(solver, Map.of())),
                List.of(new TaskStep(parameters.text("evaluator").orElse(usual), Map.of())));
    }

    private static List<String> names(Parameters parameters, String key) {
        return parameters.text(key).map(text -> Stream.of(text.split(",")).map(String::strip)
                .filter(name -> !name.isEmpty()).toList()).orElse(List.of());
    }
}
