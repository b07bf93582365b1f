package dev.ipw.examples.benchmarks.soak;

import dev.ipw.ProfileRun;
import dev.ipw.Profiler;
import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.inference.openai.OpenAiClient;
import dev.ipw.load.Load;
import dev.ipw.progress.ProfilerListener;
import dev.ipw.progress.RunProgress;
import dev.ipw.query.QueryOutcome;
import dev.ipw.run.RunPhase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A program that profiles a {@link PacedServer} with many streams for a long time, and prints the resources that this
 * process holds during that time: heap after a collection, threads, files and sockets, before, at even distances, and
 * after everything was closed.
 */
public final class Soak {
    private static final int LINES = 15;
    private static final int QUESTIONS = 1000;

    private final String server;
    private final int streams;
    private final Duration duration;
    private final Path output;

    Soak(String server, int streams, Duration duration, Path output) {
        this.server = server;
        this.streams = streams;
        this.duration = duration;
        this.output = output;
    }

    /**
     * Prints the table.
     *
     * @param arguments the server's address, the number of streams, the seconds, and the folder of the run
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        new Soak(arguments[0], Integer.parseInt(arguments[1]), Duration.ofSeconds(Long.parseLong(arguments[2])),
                Path.of(arguments[3])).run();
    }

    /** Runs, and returns the finished run. */
    ProfileRun run() throws IOException, InterruptedException {
        System.out.println("| seconds | answers | failed | heap MiB | threads | files | sockets |");
        System.out.println("|---|---|---|---|---|---|---|");
        print("before", 0, 0);
        ProfileRun run;
        try (OpenAiClient client = OpenAiClient.builder(server).model("paced").build();
                Profiler profiler = Profiler.builder().client(client).dataset(new Asked())
                        .measurement(how -> how.telemetry("none"))
                        .load(Load.concurrency(streams).rampedOver(duration.dividedBy(LINES * 4L)).lasting(duration))
                        .output(output).storage(where -> where.runName("soak").overwrite(true)).listener(new Watch())
                        .build()) {
            run = profiler.run();
        }
        print("closed", run.summary().totals().queries(), run.summary().totals().failed());
        return run;
    }

    private static void print(String when, long answers, long failed) throws IOException {
        System.out.println("| " + when + " | " + answers + " | " + failed + " | " + Holdings.now().cells() + " |");
    }

    private final class Watch implements ProfilerListener {
        private final AtomicLong failed = new AtomicLong();
        private int printed;

        @Override
        public void queryFinished(QueryOutcome outcome) {
            outcome.failure().ifPresent(failure -> failed.incrementAndGet());
        }

        @Override
        public void progressed(RunPhase phase, RunProgress progress) {
            boolean due = printed < LINES
                    && progress.elapsed().compareTo(duration.multipliedBy(printed + 1L).dividedBy(LINES)) >= 0;
            if (phase == RunPhase.MEASURING && due) {
                printed++;
                try {
                    print(String.format(Locale.ROOT, "%.0f", progress.elapsed().toMillis() / 1e3),
                            progress.finished(), failed.get());
                } catch (IOException unreadable) {
                    throw new UncheckedIOException(unreadable);
                }
            }
        }
    }

    private static final class Asked implements Dataset {
        @Override
        public String id() {
            return "soak";
        }

        @Override
        public Stream<DatasetRecord> records() {
            return IntStream.range(0, QUESTIONS)
                    .mapToObj(number -> DatasetRecord.of("q" + number, "Question " + number, "word"));
        }
    }
}
