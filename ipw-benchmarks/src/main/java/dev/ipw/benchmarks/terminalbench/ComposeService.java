package dev.ipw.benchmarks.terminalbench;

import dev.ipw.benchmarks.taskfolder.TaskTree;
import dev.ipw.error.InputException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The one container of a task: built from a Dockerfile, or made of an image.
 *
 * @param image     the image; empty if it is built
 * @param folder    the folder with the Dockerfile
 * @param variables environment variables, by name
 */
record ComposeService(Optional<String> image, Path folder, Map<String, String> variables) {
    /** The folder of the tests in the container. */
    static final String TESTS = "/tests";
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)(?::?-([^}]*))?\\}");
    private static final Map<String, String> KNOWN = Map.of("T_BENCH_TEST_DIR", TESTS, "T_BENCH_CONTAINER_LOGS_PATH",
            "/logs", "T_BENCH_CONTAINER_AGENT_LOGS_PATH", "/agent-logs");

    /** Copies the map. */
    ComposeService {
        variables = Map.copyOf(variables);
    }

    /**
     * Reads the service: docker-compose.yaml, else only the Dockerfile.
     *
     * @param task the task's files
     * @throws InputException if there is none, or more than one service
     */
    static ComposeService read(TaskTree task) {
        Optional<Path> compose = Stream.of("docker-compose.yaml", "docker-compose.yml").map(task.folder()::resolve)
                .filter(file -> task.file(file).isPresent()).findFirst();
        if (compose.isPresent()) {
            return read(task, compose.get());
        }
        return new ComposeService(Optional.empty(), withDockerfile(task.folder(), task), Map.of());
    }

    private static ComposeService read(TaskTree task, Path file) {
        Object services = TerminalBenchTask.map(file, task).get("services");
        if (!(services instanceof Map<?, ?> byName) || byName.size() != 1
                || !(byName.values().iterator().next() instanceof Map<?, ?> service)) {
            throw new InputException(file + " must have one service; tasks of several containers are not supported."
                    + " Leave the task out with the parameter tasks");
        }
        Optional<Path> folder = buildFolder(task.folder(), service.get("build"), file);
        if (folder.isPresent()) {
            return new ComposeService(Optional.empty(), withDockerfile(folder.get(), task), variables(service, file));
        }
        String image = TerminalBenchTask.text(service, "image").map(ComposeService::filled)
                .orElseThrow(() -> new InputException(file + " names neither an image nor what it is built of"));
        return new ComposeService(Optional.of(image), task.folder(), variables(service, file));
    }

    private static Optional<Path> buildFolder(Path task, @Nullable Object build, Path file) {
        if (build == null) {
            return Optional.empty();
        }
        Map<?, ?> values = build instanceof Map<?, ?> map ? map : Map.of("context", String.valueOf(build));
        String dockerfile = TerminalBenchTask.text(values, "dockerfile").orElse("Dockerfile");
        Path folder = task.resolve(TerminalBenchTask.text(values, "context").map(ComposeService::filled).orElse("."))
                .normalize();
        if (!dockerfile.equals("Dockerfile") || !folder.startsWith(task)) {
            throw new InputException(file + " builds of " + folder.resolve(dockerfile)
                    + "; only a Dockerfile in the task's folder is read");
        }
        return Optional.of(folder);
    }

    /** Returns the real path of the folder from which an image is built. */
    private static Path withDockerfile(Path folder, TaskTree task) {
        return task.directory(folder).filter(found -> task.file(found.resolve("Dockerfile")).isPresent())
                .orElseThrow(() -> new InputException("The task " + task.folder() + " has no Dockerfile in " + folder
                        + ", of which its container is made"));
    }

    /** Reads variables in both forms of the format: names with values, and a list of NAME=value. */
    private static Map<String, String> variables(Map<?, ?> service, Path file) {
        Map<String, String> all = new TreeMap<>();
        switch (service.get("environment")) {
            case null -> {
            }
            case Map<?, ?> map -> map.forEach(
                    (name, value) -> all.put(String.valueOf(name), filled(value == null ? "" : String.valueOf(value))));
            case List<?> list -> list.forEach(each -> {
                String[] parts = String.valueOf(each).split("=", 2);
                if (parts.length == 2) {
                    all.put(parts[0], filled(parts[1]));
                }
            });
            default -> throw new InputException("In " + file + ", environment must be a list of NAME=value");
        }
        return all;
    }

    /** Fills in the names that the format defines; others take their default in the text, or nothing. */
    private static String filled(String text) {
        return VARIABLE.matcher(text).replaceAll(found -> {
            String usual = found.group(2);
            return Matcher.quoteReplacement(KNOWN.getOrDefault(found.group(1), usual == null ? "" : usual));
        });
    }
}
