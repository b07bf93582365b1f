package dev.ipw.benchmarks.terminalbench;

import dev.ipw.benchmarks.yaml.YamlDocument;
import dev.ipw.error.InputException;
import dev.ipw.internal.file.BoundedFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Read the solution that a task comes with: solution.sh, else the commands of solution.yaml in their order. */
final class Solution {
    private static final int MOST_BYTES = 4 << 20;

    private Solution() {}

    /**
     * Read it.
     *
     * @param task the task's folder
     * @return its commands; empty if there is none
     * @throws InputException if it is torn
     */
    static Optional<String> read(Path task) {
        Path script = task.resolve("solution.sh");
        if (Files.isRegularFile(script)) {
            return Optional.of(new String(BoundedFile.read(script, MOST_BYTES), StandardCharsets.UTF_8));
        }
        Path list = task.resolve("solution.yaml");
        return Files.isRegularFile(list) ? Optional.of(commands(list)) : Optional.empty();
    }

    private static String commands(Path file) {
        StringBuilder script = new StringBuilder();
        if (YamlDocument.parse(
                new String(BoundedFile.read(file, MOST_BYTES), StandardCharsets.UTF_8),
                file.toString()) instanceof List<?> steps) {
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
