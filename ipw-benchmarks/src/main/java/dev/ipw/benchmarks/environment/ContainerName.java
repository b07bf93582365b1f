package dev.ipw.benchmarks.environment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a container by the process that made it, so that containers of killed processes can be recognised.
 *
 * @param machine     the scope in which process numbers are unique: a boot of a machine, and its processes' name space
 * @param processId   the process
 * @param startMillis the start of the process, which distinguishes it from another process of the same number
 */
record ContainerName(String machine, long processId, long startMillis) {
    /** The beginning of all names. */
    static final String BEGIN = "ipw-task-";
    private static final Pattern FORM = Pattern.compile(BEGIN + "([0-9a-f]{8})-(\\d{1,18})-(\\d{1,18})-[0-9a-f-]{36}");
    /** The tolerance of a process's start, which is not known to the millisecond and moves with the clock. */
    private static final long CLOCK_MILLIS = 10_000;
    private static final String HERE = here();

    /** Makes a name for a container of this process. */
    static String next() {
        ProcessHandle self = ProcessHandle.current();
        return BEGIN + HERE + "-" + self.pid() + "-" + startMillis(self).orElse(0) + "-" + UUID.randomUUID();
    }

    /** Reads a name; empty if it was not made here. */
    static Optional<ContainerName> of(String name) {
        Matcher ours = FORM.matcher(name.strip());
        return ours.matches()
                ? Optional.of(
                        new ContainerName(ours.group(1), Long.parseLong(ours.group(2)), Long.parseLong(ours.group(3))))
                : Optional.empty();
    }

    /** Returns whether the process that made the container is of this machine, and has ended. */
    boolean isOfEndedProcess() {
        return machine.equals(HERE) && ProcessHandle.of(processId).filter(process -> {
            OptionalLong start = startMillis(process);
            return start.isEmpty() || Math.abs(start.getAsLong() - startMillis) < CLOCK_MILLIS;
        }).isEmpty();
    }

    private static String here() {
        try {
            String told = Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip()
                    + Files.readSymbolicLink(Path.of("/proc/self/ns/pid"));
            return HexFormat.of().toHexDigits(told.hashCode());
        } catch (IOException | UnsupportedOperationException untold) {
            // Without a machine, no container is taken for an abandoned one.
            return HexFormat.of().toHexDigits(UUID.randomUUID().hashCode());
        }
    }

    private static OptionalLong startMillis(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).map(OptionalLong::of)
                .orElseGet(OptionalLong::empty);
    }
}
