package dev.ipw.benchmarks.task;

import dev.ipw.benchmarks.scoring.EpochReducer;
import dev.ipw.error.InputException;
import dev.ipw.internal.file.BoundedFile;
import dev.ipw.internal.yaml.YamlDocument;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A reader of the {@code eval.yaml} of a repository: its tasks, as the hub documents them. Unknown keys are rejected,
 * because they could change the questions.
 */
record EvalFile(String source) {
    static final String NAME = "eval.yaml";
    private static final int MAX_BYTES = 1 << 20;
    private static final Set<String> TOP = Set.of("name", "description", "evaluation_framework", "tasks", "version",
            "license", "paper", "homepage", "tags");
    private static final Set<String> TASK = Set.of("id", "name", "description", "config", "split", "field_spec",
            "shuffle_choices", "epochs", "epoch_reducer", "solvers", "scorers");
    private static final Set<String> FIELDS = Set.of("id", "input", "target", "choices", "metadata", "input_image");
    private static final int MAX_EPOCHS = 10_000;

    /** Reads a file. */
    static List<EvalTask> read(Path file, String source) {
        String text = new String(BoundedFile.read(file, MAX_BYTES), StandardCharsets.UTF_8);
        return new EvalFile(source).tasks(YamlDocument.parse(text, source));
    }

    private List<EvalTask> tasks(Object document) {
        Map<?, ?> top = map(document, "the file");
        refuseUnknown(top, TOP, "the file");
        List<EvalTask> tasks = new ArrayList<>();
        List<?> listed = list(top.get("tasks"), "tasks");
        for (Object task : listed) {
            tasks.add(task(map(task, "a task"), listed.size() == 1));
        }
        if (tasks.isEmpty()) {
            throw wrong("it has no tasks");
        }
        return tasks;
    }

    /** Reads a task; the only one of a file needs no id. */
    private EvalTask task(Map<?, ?> task, boolean isOnly) {
        String id = text(task.get("id")).or(() -> isOnly ? Optional.of("") : Optional.empty())
                .orElseThrow(() -> wrong("a task has no id, and there are several tasks"));
        refuseUnknown(task, TASK, "the task " + id);
        TaskSteps steps = new TaskSteps(this, id);
        return new EvalTask(id, text(task.get("config")).orElse("default"), text(task.get("split")).orElse("test"),
                columns(map(task.get("field_spec"), "the field_spec of " + id), id), isShuffled(task, id),
                epochs(task, id), reducers(task.get("epoch_reducer"), epochs(task, id), id),
                steps.solvers(list(task.get("solvers"), "solvers of " + id)),
                steps.scorers(list(task.get("scorers"), "scorers of " + id)));
    }

    private int epochs(Map<?, ?> task, String id) {
        Object value = task.get("epochs");
        if (value == null) {
            return 1;
        }
        if (value instanceof Number number && number.doubleValue() == number.intValue() && number.intValue() >= 1
                && number.intValue() <= MAX_EPOCHS) {
            return number.intValue();
        }
        throw wrong("the task " + id + " has epochs that are no whole number from 1 to 10,000: " + value);
    }

    private boolean isShuffled(Map<?, ?> task, String id) {
        Object value = task.get("shuffle_choices");
        if (value != null && !(value instanceof Boolean)) {
            throw wrong("shuffle_choices of the task " + id + " must be true or false, not " + value);
        }
        return Boolean.TRUE.equals(value);
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

    void refuseUnknown(Map<?, ?> map, Set<String> known, String where) {
        for (Object key : map.keySet()) {
            if (!known.contains(String.valueOf(key))) {
                throw wrong(where + " has the key '" + key + "', which is not known; known are "
                        + String.join(", ", new TreeSet<>(known)));
            }
        }
    }

    Map<?, ?> map(@Nullable Object value, String name) {
        if (value instanceof Map<?, ?> map) {
            return map;
        }
        throw wrong(name + " must be a list of names and values");
    }

    private List<?> list(@Nullable Object value, String name) {
        if (value instanceof List<?> list) {
            return list;
        }
        throw wrong(name + " must be a list");
    }

    static Optional<String> text(@Nullable Object value) {
        return Optional.ofNullable(value).map(String::valueOf);
    }

    private static List<String> texts(@Nullable Object value) {
        return value instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : text(value).map(List::of).orElse(List.of());
    }

    InputException wrong(String problem) {
        return new InputException(source + ": " + problem);
    }
}
