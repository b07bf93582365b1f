package dev.ipw.benchmarks.sandbox;

import dev.ipw.environment.CommandEnd;
import dev.ipw.environment.CommandResult;
import dev.ipw.environment.UsedProcessorTime;
import dev.ipw.error.InputException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The run of a command within limits. It watches time, memory and processes, keeps the end of the output, and leaves no
 * process behind.
 */
public final class SandboxProcess {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long END_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int KEPT_BYTES = 1 << 20;
    private static final int BUFFER_BYTES = 1 << 14;
    private static final long PAGE_BYTES = 4096;
    private static final Duration LONGEST_END = Duration.ofSeconds(10);
    /**
     * The time limit for the end of a namespace. The kernel ends a namespace of processes by itself; one that is
     * written to a disk may take time.
     */
    private static final Duration LONGEST_END_OF_NAMESPACE = Duration.ofMinutes(5);
    /**
     * The maximum number of bytes that Linux passes to a program as one argument, or as a variable with its name: 128
     * KiB with the byte that ends it.
     */
    public static final int MAX_ARGUMENT_BYTES = (128 << 10) - 1;
    private static final long SIZE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long MAX_WRITTEN_BYTES = 1L << 30;
    private static final int MAX_FILES = 100_000;

    private static final int MAX_NAMED = 20;
    private static final Logger LOGGER = LoggerFactory.getLogger(SandboxProcess.class);

    private SandboxProcess() {}

    /**
     * Runs a command line to its end, or ends it at a limit with all processes that it started.
     *
     * @param command       the program and its arguments
     * @param task          its input, its time and memory, and the folders that it may change
     * @param mostProcesses the maximum number of simultaneous processes
     * @param from          the folder of this machine that it starts in
     * @return the result
     * @throws InterruptedException if the calling thread is interrupted; it is ended then
     */
    public static CommandResult run(List<String> command, SandboxTask task, int mostProcesses, Path from)
            throws InterruptedException {
        return run(command, task, mostProcesses, from, LONGEST_END);
    }

    /** Runs a command line, and waits up to a time for output that is held open by a process that left. */
    static CommandResult run(List<String> command, SandboxTask task, int mostProcesses, Path from,
            Duration longestOutput) throws InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).directory(from.toFile());
        builder.environment().putAll(task.place().variables());
        return run(builder, task, mostProcesses, longestOutput, false);
    }

    /**
     * Runs a command line in a namespace of processes, with only the given variables in its environment. It has ended
     * when the namespace is empty.
     */
    static CommandResult runApart(Map<String, String> variables, List<String> command, SandboxTask task,
            int mostProcesses) throws InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).directory(Path.of("/").toFile());
        builder.environment().clear();
        builder.environment().putAll(variables);
        return run(builder, task, mostProcesses, LONGEST_END, true);
    }

    private static CommandResult run(ProcessBuilder builder, SandboxTask task, int mostProcesses,
            Duration longestOutput, boolean isApart) throws InterruptedException {
        Process process = start(builder);
        Tail output = Tail.of(process.getInputStream());
        Tail errors = Tail.of(process.getErrorStream());
        Thread writer = thread("ipw-program-input", () -> write(process, task.input()));
        CommandEnd end = CommandEnd.TIMED_OUT;
        ProcessorWatch processors = new ProcessorWatch();
        Set<ProcessHandle> seen = new HashSet<>();
        Optional<UsedProcessorTime> used;
        try {
            end = watch(process, task, mostProcesses, processors, seen);
        } finally {
            used = processors.end();
            // Without a namespace, processes that left their parent on purpose, such as the monitors of containers, no
            // longer belong to the command.
            Set<ProcessHandle> all = isApart ? seen : new HashSet<>();
            process.descendants().forEach(all::add);
            all.add(process.toHandle());
            // Processes are ended by their handles: Process.destroyForcibly closes the streams too, and loses unread
            // output.
            all.forEach(ProcessHandle::destroyForcibly);
            if (!haveEnded(all, LONGEST_END) && isApart) {
                awaitNamespace(all);
            }
        }
        int exitCode = process.waitFor();
        writer.join(LONGEST_END);
        return new CommandResult(end, exitCode, output.text(longestOutput), errors.text(longestOutput), used);
    }

    /**
     * Starts a platform thread. Reading a process' pipe holds a virtual thread's carrier while the process is silent.
     */
    private static Thread thread(String name, Runnable work) {
        return Thread.ofPlatform().daemon().name(name).start(work);
    }

    /** Waits for the end of all processes. An interrupt does not end the wait. */
    private static boolean haveEnded(Set<ProcessHandle> all, Duration longest) {
        long end = System.nanoTime() + longest.toNanos();
        boolean isInterrupted = Thread.interrupted();
        while (all.stream().anyMatch(ProcessorWatch::isRunning) && System.nanoTime() - end < 0) {
            try {
                TimeUnit.NANOSECONDS.sleep(END_LOOK_NANOS);
            } catch (InterruptedException again) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
        return all.stream().noneMatch(ProcessorWatch::isRunning);
    }

    /**
     * Waits for the remaining processes of a program: anything that runs beside them would be slowed down, or refused
     * processes.
     */
    private static void awaitNamespace(Set<ProcessHandle> all) {
        LOGGER.warn("A program was ended {} s ago and {} of its processes still run: waiting for them",
                LONGEST_END.toSeconds(), all.stream().filter(ProcessorWatch::isRunning).count());
        if (!haveEnded(all, LONGEST_END_OF_NAMESPACE)) {
            throw new InputException("Processes of a program that was ended still run after "
                    + LONGEST_END_OF_NAMESPACE.toMinutes() + " minutes: "
                    + all.stream().filter(ProcessorWatch::isRunning).map(one -> String.valueOf(one.pid())).sorted()
                            .limit(MAX_NAMED).collect(Collectors.joining(", "))
                    + ". What runs beside them cannot be scored: end them, and resume the run");
        }
    }

    private static Process start(ProcessBuilder builder) {
        refuseLongArgument(builder.command());
        try {
            return builder.start();
        } catch (IOException failed) {
            throw new InputException("The sandbox cannot be started: " + failed.getMessage(), failed);
        }
    }

    private static void refuseLongArgument(List<String> command) {
        command.stream().mapToInt(argument -> argument.getBytes(StandardCharsets.UTF_8).length)
                .filter(bytes -> bytes > MAX_ARGUMENT_BYTES).findFirst().ifPresent(bytes -> {
                    throw new InputException("The commands are " + bytes
                            + " bytes long, and this system passes at most "
                            + MAX_ARGUMENT_BYTES + " to a shell. Write them to a file in parts, and run that");
                });
    }

    private static CommandEnd watch(Process process, SandboxTask task, int mostProcesses, ProcessorWatch processors,
            Set<ProcessHandle> seen) throws InterruptedException {
        long end = System.nanoTime() + task.timeout().toNanos();
        long sized = System.nanoTime();
        while (!process.waitFor(LOOK_NANOS, TimeUnit.NANOSECONDS)) {
            boolean isDue = System.nanoTime() - sized > SIZE_NANOS;
            sized = isDue ? System.nanoTime() : sized;
            if (isDue && task.place().changeable().stream().anyMatch(SandboxProcess::isTooFull)) {
                return CommandEnd.TOO_MUCH_WRITTEN;
            }
            List<ProcessHandle> all = process.descendants().toList();
            seen.removeIf(known -> !known.isAlive());
            seen.addAll(all);
            processors.look(Stream.concat(Stream.of(process.toHandle()), all.stream()).toList());
            if (System.nanoTime() - end > 0) {
                return CommandEnd.TIMED_OUT;
            }
            if (all.size() > mostProcesses) {
                return CommandEnd.TOO_MANY_PROCESSES;
            }
            if (all.stream().mapToLong(SandboxProcess::residentBytes).sum() > task.memoryBytes()) {
                return CommandEnd.OUT_OF_MEMORY;
            }
        }
        return CommandEnd.FINISHED;
    }

    private static boolean isTooFull(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            long[] sizes = files.limit(MAX_FILES + 1L).mapToLong(SandboxProcess::bytes).toArray();
            return sizes.length > MAX_FILES || LongStream.of(sizes).sum() > MAX_WRITTEN_BYTES;
        } catch (IOException | UncheckedIOException changing) {
            // Files come and go during the count; the next one includes them.
            return false;
        }
    }

    /** Returns the bytes of a file. A link may lead anywhere; its target does not belong to the folder. */
    private static long bytes(Path file) {
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class,
                    LinkOption.NOFOLLOW_LINKS);
            return attributes.isRegularFile() ? attributes.size() : 0;
        } catch (IOException gone) {
            return 0;
        }
    }

    /** Reads the memory of a process; 0 for one that has just ended. */
    private static long residentBytes(ProcessHandle process) {
        try {
            String[] pages = Files.readString(Path.of("/proc", String.valueOf(process.pid()), "statm")).split(" ");
            return Long.parseLong(pages[1]) * PAGE_BYTES;
        } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException ended) {
            return 0;
        }
    }

    private static void write(Process process, String input) {
        try (OutputStream out = process.getOutputStream()) {
            out.write(input.getBytes(StandardCharsets.UTF_8));
        } catch (IOException notRead) {
            // A process that ends without reading reports its reason otherwise.
            return;
        }
    }

    /** The end of a stream, all of which is read so that the writer never waits. */
    private static final class Tail {
        private final Thread reader;
        private final ByteArrayOutputStream kept = new ByteArrayOutputStream();

        private Tail(InputStream in) {
            reader = thread("ipw-program-output", () -> read(in));
        }

        static Tail of(InputStream in) {
            return new Tail(in);
        }

        private void read(InputStream in) {
            byte[] buffer = new byte[BUFFER_BYTES];
            try (in) {
                for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                    add(buffer, count);
                }
            } catch (IOException ended) {
                return;
            }
        }

        private synchronized void add(byte[] buffer, int count) {
            if (kept.size() > 2 * KEPT_BYTES) {
                byte[] all = kept.toByteArray();
                kept.reset();
                kept.write(all, all.length - KEPT_BYTES, KEPT_BYTES);
            }
            kept.write(buffer, 0, count);
        }

        /** Reads to the end; a process that left its group may hold the stream open, and is not waited for. */
        String text(Duration longest) throws InterruptedException {
            reader.join(longest);
            synchronized (this) {
                return kept.toString(StandardCharsets.UTF_8);
            }
        }
    }
}
