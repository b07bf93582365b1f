package dev.ipw.benchmarks.task;

import dev.ipw.benchmarks.scoring.EpochReducer;
import dev.ipw.benchmarks.yaml.YamlDocument;
import dev.ipw.error.InputException;
import dev.ipw.internal.file.BoundedFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Read the {@code eval.yaml} of a repository: its tasks, as the hub documents them. What is not known there is refused, as it could
 * change what is asked.
 */
final class EvalFile {
    static final String NAME = "eval.yaml";
    private static final int MOST_BYTES = 1 << 20;
    private static final Set<String> TOP = Set.of("name", "description", "evaluation_framework", "tasks", "version",
            "license", "paper", "homepage", "tags");
    private static final Set<String> TASK = Set.of("id", "name", "description", "config", "split", "field_spec",
            "shuffle_choices", "epochs", "epoch_reducer", "solvers", "scorers");
    private static final Set<String> FIELDS = Set.of("id", "input", "target", "choices", "metadata", "input_image");
    private static final Set<String> SOLVERS = Set.of("prompt_template", "system_message", "user_message",
            "chain_of_thought", "generate", "multiple_choice");
    private static final Set<String> AGENT_SOLVERS = Set.of("use_tools", "self_critique");
    private static final Set<String> SCORERS = Set.of("includes", "match", "pattern", "answer", "exact", "f1",
            "model_graded_qa", "model_graded_fact", "choice", "math");

    private final String source;

    private EvalFile(String source) {
        this.source = source;
    }

    /** Read a file. */
    static List<EvalTask> read(Path file, String source) {
        String text = new String(BoundedFile.read(file, MOST_BYTES), StandardCharsets.UTF_8);
        return new EvalFile(source).tasks(YamlDocument.parse(text, source));
    }

    private List<EvalTask> tasks(Object document) {
        Map<?, ?> top = map(document, "the file");
        refuseUnknown(top, TOP, "the file");
        List<EvalTask> tasks = new ArrayList<>();
        for (Object task : list(top.get("tasks"), "tasks")) {
            tasks.add(task(map(task, "a task")));
        }
        if (tasks.isEmpty()) {
            throw wrong("it has no tasks");
        }
        return tasks;
    }

    private EvalTask task(Map<?, ?> task) {
        String id = text(task.get("id")).orElseThrow(() -> wrong("a task has no id"));
        refuseUnknown(task, TASK, "the task " + id);
        List<TaskStep> solvers = steps(task.get("solvers"), SOLVERS, "solver", id);
        List<TaskStep> scorers = steps(task.get("scorers"), SCORERS, "scorer", id);
        long epochs = task.get("epochs") instanceof Long number ? number : 1;
        if (epochs < 1 || epochs > 10_000) {
            throw wrong("the task " + id + " has epochs that are not from 1 to 10,000: " + epochs);
        }
        return new EvalTask(id, text(task.get("config")).orElse("default"), text(task.get("split")).orElse("test"),
                columns(map(task.get("field_spec"), "the field_spec of " + id), id),
                Boolean.TRUE.equals(task.get("shuffle_choices")), (int) epochs,
                reducers(task.get("epoch_reducer"), (int) epochs, id), solvers, scorers);
    }

    private List<EpochReducer> reducers(@Nullable Object value, int epochs, String id) {
        List<EpochReducer> reducers = new ArrayList<>();
        for (String name : texts(value)) {
            EpochReducer reducer = EpochReducer.named(name).orElseThrow(() -> wrong("the task " + id
                    + " has the epoch_reducer '" + name + "'; known are " + EpochReducer.KNOWN));
            if (reducer.draws() > epochs) {
                throw wrong("the task " + id + " has the epoch_reducer '" + name + "' and asks each question "
                        + epochs + " times only");
            }
            reducers.add(reducer);
        }
        return reducers;
    }

    private TaskColumns columns(Map<?, ?> fields, String id) {
        refuseUnknown(fields, FIELDS, "the field_spec of " + id);
        return new TaskColumns(text(fields.get("id")),
                text(fields.get("input")).orElseThrow(() -> wrong("the field_spec of " + id + " names no input")),
                text(fields.get("target")), texts(fields.get("choices")), Optional.empty(),
                text(fields.get("input_image")), texts(fields.get("metadata")));
    }

    private List<TaskStep> steps(@Nullable Object value, Set<String> known, String kind, String id) {
        List<TaskStep> steps = new ArrayList<>();
        for (Object one : list(value, kind + "s of " + id)) {
            TaskStep step = step(one, kind, id);
            if (AGENT_SOLVERS.contains(step.name())) {
                throw wrong("the task " + id + " asks with " + step.name() + ", which needs an agent and is not"
                        + " supported; map the columns yourself with --dataset-param input=.. target=..");
            }
            if (!known.contains(step.name())) {
                throw wrong("the task " + id + " has the " + kind + " '" + step.name() + "'; known are "
                        + String.join(", ", new TreeSet<>(known)));
            }
            steps.add(step);
        }
        if (steps.isEmpty()) {
            throw wrong("the task " + id + " has no " + kind);
        }
        return steps;
    }

    private TaskStep step(Object one, String kind, String id) {
        if (one instanceof String name) {
            return new TaskStep(name, Map.of());
        }
        Map<?, ?> step = map(one, "a " + kind + " of " + id);
        refuseUnknown(step, Set.of("name", "args"), "a " + kind + " of " + id);
        Map<String, Object> arguments = new TreeMap<>();
        if (step.get("args") instanceof Map<?, ?> given) {
            given.forEach((name, value) -> {
                if (value != null) {
                    arguments.put(String.valueOf(name), value);
                }
            });
        }
        return new TaskStep(text(step.get("name")).orElseThrow(() -> wrong("a " + kind + " of " + id
                + " has no name")), arguments);
    }

    private void refuseUnknown(Map<?, ?> map, Set<String> known, String where) {
        for (Object key : map.keySet()) {
            if (!known.contains(String.valueOf(key))) {
                throw wrong(where + " has the key '" + key + "', which is not known; known are "
                        + String.join(", ", new TreeSet<>(known)));
            }
        }
    }

    private Map<?, ?> map(@Nullable Object value, String what) {
        if (value instanceof Map<?, ?> map) {
            return map;
        }
        throw wrong(what + " must be a list of names and values");
    }

    private List<?> list(@Nullable Object value, String what) {
        if (value instanceof List<?> list) {
            return list;
        }
        throw wrong(what + " must be a list");
    }

    private static Optional<String> text(@Nullable Object value) {
        return Optional.ofNullable(value).map(String::valueOf);
    }

    private static List<String> texts(@Nullable Object value) {
        return value instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : text(value).map(List::of).orElse(List.of());
    }

    private InputException wrong(String what) {
        return new InputException(source + ": " + what);
    }
}
