package dev.ipw.benchmarks.terminalbench;

import dev.ipw.benchmarks.taskfolder.TaskLabels;
import dev.ipw.benchmarks.taskfolder.TaskTree;
import dev.ipw.error.InputException;
import dev.ipw.internal.yaml.YamlDocument;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A task of the first form of Terminal-Bench, as defined in its folder.
 *
 * @param folder      the task's folder, its real path
 * @param instruction the instruction for the agent
 * @param agentTime   the agent's maximum time
 * @param testTime    the tests' maximum time
 * @param parser      the parser of their results
 * @param labels      its difficulty, category and tags
 * @param service     the container in which it is done
 */
record TerminalBenchTask(Path folder, String instruction, Duration agentTime, Duration testTime, String parser,
        TaskLabels labels, ComposeService service) {
    static final String FILE = "task.yaml";
    private static final int MAX_BYTES = 1 << 20;
    private static final double AGENT_SECONDS = 360;
    private static final double TEST_SECONDS = 60;
    private static final double MAX_SECONDS = 30.0 * 24 * 3_600;

    /**
     * Reads a task.
     *
     * @param folder its folder, with a task.yaml
     * @throws InputException if a file is missing or torn, or a value wrong
     */
    static TerminalBenchTask read(Path folder) {
        TaskTree tree = TaskTree.of(folder);
        Path file = folder.resolve(FILE);
        Map<?, ?> values = map(file, tree);
        if (tree.file(folder.resolve("run-tests.sh")).isEmpty()) {
            throw new InputException("The task " + folder + " has no run-tests.sh, which runs its tests");
        }
        return new TerminalBenchTask(folder, instruction(values, file),
                seconds(values, "max_agent_timeout_sec", AGENT_SECONDS, file),
                seconds(values, "max_test_timeout_sec", TEST_SECONDS, file),
                text(values, "parser_name").orElse("pytest"),
                new TaskLabels(text(values, "difficulty"), text(values, "category"), texts(values.get("tags"))),
                ComposeService.read(tree));
    }

    /** Reads a YAML file with keys at its top. */
    static Map<?, ?> map(Path file, TaskTree tree) {
        Object document = YamlDocument.parse(new String(tree.read(file, MAX_BYTES), StandardCharsets.UTF_8),
                file.toString());
        if (document instanceof Map<?, ?> values) {
            return values;
        }
        throw new InputException(file + " must have keys and values at its top");
    }

    /** Returns the instruction. Older tasks have several descriptions; the one with the key base is the task. */
    private static String instruction(Map<?, ?> values, Path file) {
        return text(values, "instruction").or(() -> values.get("descriptions") instanceof List<?> list
                ? list.stream().filter(Map.class::isInstance).map(Map.class::cast)
                        .filter(one -> "base".equals(one.get("key")) || list.size() == 1)
                        .flatMap(one -> text(one, "description").stream()).findFirst()
                : Optional.empty())
                .orElseThrow(() -> new InputException(
                        "In " + file + ", instruction must say what the agent is to do"));
    }

    static Optional<String> text(Map<?, ?> values, String key) {
        return values.get(key) instanceof String text && !text.isBlank()
                ? Optional.of(text.strip())
                : Optional.empty();
    }

    private static List<String> texts(@Nullable Object value) {
        List<String> all = new ArrayList<>();
        if (value instanceof List<?> list) {
            list.forEach(each -> all.add(String.valueOf(each)));
        }
        return all;
    }

    private static Duration seconds(Map<?, ?> values, String key, double usual, Path file) {
        Object value = values.get(key);
        double seconds = value == null ? usual : value instanceof Number number ? number.doubleValue() : -1;
        if (!(seconds > 0 && seconds <= MAX_SECONDS)) {
            throw new InputException("In " + file + ", " + key
                    + " must be a number of seconds of more than 0, and at most 30 days");
        }
        return Duration.ofMillis(Math.max(1, Math.round(seconds * 1e3)));
    }

    String id() {
        Path last = folder.getFileName();
        return last == null ? folder.toString() : last.toString();
    }
}
