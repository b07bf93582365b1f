package dev.ipw.benchmarks.environment;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Name containers by the process that made them, so that those of a process that was killed can be told.
 *
 * @param processId   the process
 * @param startMillis when it started, so that another process of the same number is not taken for it
 */
record ContainerName(long processId, long startMillis) {
    /** What all names begin with. */
    static final String BEGIN = "ipw-task-";
    private static final Pattern FORM = Pattern.compile(BEGIN + "(\\d{1,18})-(\\d{1,18})-[0-9a-f-]{36}");

    /** Make a name for a container of this process. */
    static String next() {
        ProcessHandle self = ProcessHandle.current();
        return BEGIN + self.pid() + "-" + startMillis(self).orElse(0) + "-" + UUID.randomUUID();
    }

    /** Read a name; empty if it is none of ours. */
    static Optional<ContainerName> of(String name) {
        Matcher ours = FORM.matcher(name.strip());
        return ours.matches()
                ? Optional.of(new ContainerName(Long.parseLong(ours.group(1)), Long.parseLong(ours.group(2))))
                : Optional.empty();
    }

    /** Return whether the process that made the container lives. */
    boolean isOfLivingProcess() {
        return ProcessHandle.of(processId).filter(process -> {
            OptionalLong start = startMillis(process);
            return start.isEmpty() || start.getAsLong() == startMillis;
        }).isPresent();
    }

    private static OptionalLong startMillis(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).map(OptionalLong::of)
                .orElseGet(OptionalLong::empty);
    }
}
