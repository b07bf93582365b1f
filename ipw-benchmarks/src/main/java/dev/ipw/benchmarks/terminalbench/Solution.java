package dev.ipw.benchmarks.terminalbench;

import dev.ipw.benchmarks.taskfolder.TaskTree;
import dev.ipw.benchmarks.yaml.YamlDocument;
import dev.ipw.error.InputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A reader of the solution of a task: solution.sh, else the commands of solution.yaml in their order. */
final class Solution {
    private static final int MAX_BYTES = 4 << 20;

    private Solution() {}

    /**
     * Reads the solution.
     *
     * @param task the task's files
     * @return its commands; empty if there is none
     * @throws InputException if it is torn
     */
    static Optional<String> read(TaskTree task) {
        Path script = task.folder().resolve("solution.sh");
        if (task.file(script).isPresent()) {
            return Optional.of(text(script, task));
        }
        Path list = task.folder().resolve("solution.yaml");
        return task.file(list).isPresent() ? Optional.of(commands(list, task)) : Optional.empty();
    }

    private static String text(Path file, TaskTree task) {
        return new String(task.read(file, MAX_BYTES), StandardCharsets.UTF_8);
    }

    private static String commands(Path file, TaskTree task) {
        StringBuilder script = new StringBuilder();
        if (YamlDocument.parse(text(file, task), file.toString()) instanceof List<?> steps) {
            for (Object step : steps) {
                script.append(step instanceof Map<?, ?> map && map.get("command") instanceof String command
                        ? command
                        : refuse(file)).append('\n');
            }
            return script.toString();
        }
        return refuse(file);
    }

    private static String refuse(Path file) {
        throw new InputException(file + " must be a list of steps with a command each");
    }
}
