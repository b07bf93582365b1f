package dev.ipw.benchmarks.harbor;

import dev.ipw.benchmarks.taskfolder.TaskTree;
import dev.ipw.error.InputException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The environment of a task.
 *
 * @param folder        its files, which may include a Dockerfile; need not exist
 * @param image         a finished image; empty if there is none
 * @param hasDockerfile whether an image is built from the folder
 * @param longestBuild  the maximum time of the build
 * @param workingFolder the folder in which commands start; empty uses that of the image
 * @param processors    the number of processors that it may use; empty for all
 * @param memoryBytes   the maximum memory; empty if the task sets no limit
 * @param hasInternet   whether it may access the internet
 * @param variables     environment variables, whose values may name variables of this machine
 * @param healthCheck   the check of whether it is ready
 */
record EnvironmentSettings(Path folder, Optional<String> image, boolean hasDockerfile, Duration longestBuild,
        Optional<String> workingFolder, OptionalDouble processors, OptionalLong memoryBytes, boolean hasInternet,
        Map<String, String> variables, Optional<HealthCheck> healthCheck) {
    private static final Duration BUILD = Duration.ofMinutes(10);
    private static final long MEBI = 1L << 20;
    private static final List<String> SEVERAL = List.of("docker-compose.yaml", "docker-compose.yml", "compose.yaml",
            "compose.yml");

    /** Copies the map. */
    EnvironmentSettings {
        variables = Map.copyOf(variables);
    }

    /**
     * The check of whether an environment is ready.
     *
     * @param command  the command, which ends with 0 if the environment is ready
     * @param interval the wait between two attempts
     * @param longest  the maximum time of an attempt
     * @param grace    the time in which failures do not count
     * @param attempts the maximum number of consecutive failures after that
     */
    record HealthCheck(String command, Duration interval, Duration longest, Duration grace, int attempts) {
        static HealthCheck of(TaskFile table) {
            return new HealthCheck(table.text("command").orElseThrow(() -> table.wrong("command", "a command")),
                    table.seconds("interval_sec").orElse(Duration.ofSeconds(5)),
                    table.seconds("timeout_sec").orElse(Duration.ofSeconds(30)),
                    table.number("start_period_sec").orElse(0) > 0
                            ? table.seconds("start_period_sec").orElseThrow()
                            : Duration.ZERO,
                    (int) Math.clamp(table.number("retries").orElse(3), 1, 1_000));
        }
    }

    static EnvironmentSettings of(TaskTree task, TaskFile table) {
        Path named = task.folder().resolve("environment");
        Path folder = task.directory(named).orElse(named);
        refuseUnsupported(folder, task, table);
        OptionalDouble memory = memory(table);
        refuseNothing(table, "memory_mb", memory);
        refuseNothing(table, "cpus", table.number("cpus"));
        Optional<String> image = table.text("docker_image").filter(name -> !name.isBlank());
        boolean hasDockerfile = task.file(folder.resolve("Dockerfile")).isPresent();
        return new EnvironmentSettings(folder, image, hasDockerfile,
                table.seconds("build_timeout_sec").orElse(BUILD),
                WorkingFolder.of(table, image.isPresent() || hasDockerfile), table.number("cpus"),
                memory.isPresent() ? OptionalLong.of(Math.round(memory.getAsDouble() * MEBI)) : OptionalLong.empty(),
                table.flag("allow_internet").orElse(true), table.texts("env"),
                table.has("healthcheck") ? Optional.of(HealthCheck.of(table.table("healthcheck"))) : Optional.empty());
    }

    private static void refuseUnsupported(Path folder, TaskTree task, TaskFile table) {
        String unsupported = Stream.of(
                table.number("gpus").orElse(0) > 0 ? "GPUs (environment.gpus)" : "",
                table.has("tpu") ? "a TPU (environment.tpu)" : "",
                table.text("os").map(os -> os.toLowerCase(Locale.ROOT)).filter("windows"::equals).isPresent()
                        ? "Windows (environment.os)"
                        : "",
                SEVERAL.stream().map(folder::resolve).anyMatch(file -> task.file(file).isPresent())
                        ? "several containers (docker-compose)"
                        : "")
                .filter(text -> !text.isEmpty()).findFirst().orElse("");
        if (!unsupported.isEmpty()) {
            throw new InputException("The task of " + table.file() + " needs " + unsupported
                    + ", which is not supported. Leave the task out, by the parameter tasks=!NAME");
        }
    }

    private static void refuseNothing(TaskFile table, String key, OptionalDouble value) {
        if (value.isPresent() && !(value.getAsDouble() > 0)) {
            throw table.wrong(key, "more than 0");
        }
    }

    private static OptionalDouble memory(TaskFile table) {
        OptionalDouble memory = table.number("memory_mb");
        if (memory.isPresent()) {
            return memory;
        }
        // An older name of the field, with a unit.
        return table.text("memory").map(text -> OptionalDouble.of(mebibytes(text, table)))
                .orElseGet(OptionalDouble::empty);
    }

    private static double mebibytes(String text, TaskFile table) {
        String upper = text.strip().toUpperCase(Locale.ROOT);
        double unit = upper.endsWith("G") ? 1024 : upper.endsWith("M") ? 1 : upper.endsWith("K") ? 1.0 / 1024 : 0;
        try {
            if (unit > 0) {
                return unit * Double.parseDouble(upper.substring(0, upper.length() - 1));
            }
        } catch (NumberFormatException noNumber) {
            throw table.wrong("memory", "a size such as 512M or 2G");
        }
        throw table.wrong("memory", "a size such as 512M or 2G");
    }

    /** Returns whether the task cannot be done without an image. */
    boolean needsImage() {
        return image.isPresent() || hasDockerfile;
    }

    /** The folder in which a task's commands start, from its settings. */
    private static final class WorkingFolder {
        private static final String KEY = "workdir";
        /** The maximum length of a path on Linux. */
        private static final int MAX_CHARACTERS = 4_096;
        private static final Pattern ABSOLUTE = Pattern.compile("(?:/(?!\\.{1,2}(?:/|$))[^/\\p{Cntrl}]+)+/?");
        /**
         * The folders in which tasks without an image may work. A folder of this machine is put there, so there must be no
         * files there that programs of the system read.
         */
        private static final List<String> OPEN = List.of("/app", "/code", "/data", "/home", "/mnt", "/project", "/repo",
                "/root", "/src", "/srv", "/testbed", "/work", "/workspace");
        /**
         * The folders in which tasks with an image may not work. An image has its own system, and nothing is put over it;
         * the folders of the kernel and of the tests are not for work.
         */
        private static final List<String> CLOSED = List.of("/bin", "/boot", "/dev", "/etc", "/lib", "/lib64", "/logs",
                "/proc",
                "/sbin", "/solution", "/sys", "/tests");

        /**
         * Reads the folder.
         *
         * @param environment the table of the settings
         * @param hasImage    whether the task brings an image
         * @return the folder; empty if none is named
         * @throws dev.ipw.error.InputException if tasks may not work there
         */
        static Optional<String> of(TaskFile environment, boolean hasImage) {
            return environment.text(KEY).map(path -> {
                if (hasImage && path.equals("/")) {
                    return path;
                }
                String folder = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
                if (path.length() > MAX_CHARACTERS || !ABSOLUTE.matcher(path).matches()
                        || (hasImage ? isWithin(CLOSED, folder) : !isWithin(OPEN, folder))) {
                    throw environment.wrong(KEY, hasImage
                            ? "an absolute path, and none of " + String.join(", ", CLOSED) + " or below"
                            : "one of " + String.join(", ", OPEN)
                                    + ", or a folder below one, since the task brings no image: elsewhere lie files of the"
                                    + " system and of the tests");
                }
                return folder;
            });
        }

        private static boolean isWithin(List<String> folders, String path) {
            return folders.stream().anyMatch(folder -> path.equals(folder) || path.startsWith(folder + "/"));
        }
    }
}
