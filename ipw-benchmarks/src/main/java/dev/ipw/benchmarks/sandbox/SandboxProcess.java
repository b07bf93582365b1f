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
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Run a command within limits: watch its time, its memory and its processes, keep the end of what it prints, and leave nothing behind. */
public final class SandboxProcess {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int KEPT_BYTES = 1 << 20;
    private static final int BUFFER_BYTES = 1 << 14;
    private static final long PAGE_BYTES = 4096;
    private static final Duration LONGEST_END = Duration.ofSeconds(10);
    private static final int LOOKS_PER_SIZE = 25;
    private static final long MOST_WRITTEN_BYTES = 1L << 30;
    private static final int MOST_FILES = 100_000;

    private SandboxProcess() {}

    /**
     * Run a command line to its end, or end it at a limit with all that it started.
     *
     * @param command       the program and its arguments
     * @param task          what it reads, its time and memory, and the folders that it may change
     * @param mostProcesses how many processes it may have at once
     * @param from          the folder of this machine that it starts in
     * @return what it came to
     * @throws InterruptedException if the calling thread is interrupted; it is ended then
     */
    public static CommandResult run(List<String> command, SandboxTask task, int mostProcesses, Path from)
            throws InterruptedException {
        Process process = start(command, from, task.place().variables());
        Tail output = Tail.of(process.getInputStream());
        Tail errors = Tail.of(process.getErrorStream());
        Thread writer = thread("ipw-program-input", () -> write(process, task.input()));
        CommandEnd end = CommandEnd.TIMED_OUT;
        ProcessorWatch processors = new ProcessorWatch();
        Optional<UsedProcessorTime> used;
        try {
            end = watch(process, task, mostProcesses, processors);
        } finally {
            used = processors.end();
            // By its handle: Process.destroyForcibly closes the streams too, and loses what is not read yet.
            List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
            all.forEach(ProcessHandle::destroyForcibly);
            awaitEnd(all);
        }
        int exitCode = process.waitFor();
        writer.join(LONGEST_END);
        return new CommandResult(end, exitCode, output.text(), errors.text(), used);
    }

    /** Reading a process' pipe holds a virtual thread's carrier for as long as the process is silent. */
    private static Thread thread(String name, Runnable work) {
        return Thread.ofPlatform().daemon().name(name).start(work);
    }

    /** Whoever is interrupted must not leave before all has ended; what a kill does not end is left after a while. */
    private static void awaitEnd(List<ProcessHandle> all) {
        try {
            CompletableFuture.allOf(all.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
                    .orTimeout(LONGEST_END.toMillis(), TimeUnit.MILLISECONDS).join();
        } catch (CompletionException hanging) {
            return;
        }
    }

    private static Process start(List<String> command, Path from, Map<String, String> variables) {
        try {
            ProcessBuilder builder = new ProcessBuilder(command).directory(from.toFile());
            builder.environment().putAll(variables);
            return builder.start();
        } catch (IOException failed) {
            throw new InputException("The sandbox cannot be started: " + failed.getMessage(), failed);
        }
    }

    private static CommandEnd watch(Process process, SandboxTask task, int mostProcesses, ProcessorWatch processors)
            throws InterruptedException {
        long end = System.nanoTime() + task.timeout().toNanos();
        for (int look = 1; !process.waitFor(LOOK_NANOS, TimeUnit.NANOSECONDS); look++) {
            if (look % LOOKS_PER_SIZE == 0 && task.place().changeable().stream().anyMatch(SandboxProcess::isTooFull)) {
                return CommandEnd.TOO_MUCH_WRITTEN;
            }
            List<ProcessHandle> all = process.descendants().toList();
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
            long[] sizes = files.limit(MOST_FILES + 1L).mapToLong(file -> file.toFile().length()).toArray();
            return sizes.length > MOST_FILES || LongStream.of(sizes).sum() > MOST_WRITTEN_BYTES;
        } catch (IOException | UncheckedIOException changing) {
            // Files come and go meanwhile; the next look sees them.
            return false;
        }
    }

    /** Read the memory of a process; one that has just ended has none. */
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
            // Whoever ends without reading says why otherwise.
            return;
        }
    }

    /** Keep the end of a stream and read all of it, so that who writes never waits. */
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

        /** Read to the end; a process that left its group may hold the stream open, and is not waited for. */
        String text() throws InterruptedException {
            reader.join(LONGEST_END);
            synchronized (this) {
                return kept.toString(StandardCharsets.UTF_8);
            }
        }
    }
}
