package dev.ipw.examples.benchmarks;

import dev.ipw.ProfileRun;
import dev.ipw.analysis.internal.AccuracyAnalysis;
import dev.ipw.analysis.latency.LatencyAnalysis;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.TokenUsage;
import dev.ipw.internal.table.ArrowTableWriter;
import dev.ipw.internal.table.ColumnType;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;
import dev.ipw.record.SystemInfo;
import dev.ipw.results.internal.journal.Journal;
import dev.ipw.results.internal.journal.JournalEntry;
import dev.ipw.run.LoadSettings;
import dev.ipw.run.PhaseTime;
import dev.ipw.run.RunConfiguration;
import dev.ipw.run.RunConfiguration.RunAccounting;
import dev.ipw.run.RunPhase;
import dev.ipw.run.RunSettings;
import dev.ipw.telemetry.RunClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

/**
 * A program that writes the journal and the samples of a long run that was killed before it judged its answers, or
 * finishes and analyses such a run. Both are separate commands, so that the second can be given little memory.
 */
public final class LongRun {
    private static final int CHUNKS = 10;
    private static final int IN_FLIGHT = 8;
    private static final long MILLI = 1_000_000L;
    private static final long APART_NANOS = 2 * MILLI;
    private static final long SERVED_NANOS = IN_FLIGHT * APART_NANOS;
    private static final long SAMPLE_NANOS = 10 * MILLI;
    private static final double IDLE_WATTS = 60;
    private static final double BUSY_WATTS = 240;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MEBIBYTE = 1 << 20;

    private LongRun() {}

    /** Takes {@code write FOLDER REQUESTS}, or {@code finish FOLDER}, which prints a line of the table. */
    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[1]);
        switch (arguments[0]) {
            case "write" -> write(folder, Integer.parseInt(arguments[2]));
            case "finish" -> System.out.println(finish(folder));
            default -> throw new IllegalArgumentException("write or finish, not " + arguments[0]);
        }
    }

    static void write(Path folder, int requests) throws IOException {
        Files.createDirectories(folder.resolve("telemetry"));
        RunClock clock = RunClock.start();
        long begin = 1000 * MILLI;
        long end = begin + requests * APART_NANOS + SERVED_NANOS;
        try (Journal journal = Journal.append(folder.resolve("journal.jsonl"))) {
            journal.append(new JournalEntry.Begun(configuration(clock, folder)));
            SplittableRandom random = new SplittableRandom(1);
            for (int request = 0; request < requests; request++) {
                append(journal, request, begin + request * APART_NANOS, random);
            }
            journal.append(new JournalEntry.PhaseTimed(new PhaseTime(RunPhase.MEASURING, begin, end)));
        }
        writeSamples(folder.resolve("telemetry").resolve("fabricated.arrow"), clock, begin, end);
    }

    private static RunConfiguration configuration(RunClock clock, Path folder) {
        return new RunConfiguration(
                RunSettings.measuredElsewhere("fabricated", LoadSettings.ofConcurrency(IN_FLIGHT)),
                ClientInfo.inProcess("fabricated", "fabricated-model"),
                "fabricated", RunAccounting.NONE, Optional.empty(),
                new SystemInfo("Linux", "0", Optional.empty(), Optional.empty(), 1, Optional.empty()),
                "fabricated", clock, folder.toString(), Optional.empty(), Map.of());
    }

    private static void append(Journal journal, int request, long start, SplittableRandom random) {
        String id = "question-" + request;
        int right = random.nextInt(1000);
        DatasetRecord question = new DatasetRecord(id, "What is " + right + " and nothing?", String.valueOf(right),
                Optional.of("sums"), Optional.of("exact"), List.of(), Map.of("number", (long) right));
        long[] chunks = LongStream.rangeClosed(1, CHUNKS)
                .map(chunk -> start + 4 * MILLI + chunk * MILLI + random.nextInt(50_000)).toArray();
        long end = chunks[CHUNKS - 1] + 20_000;
        OptionalLong first = OptionalLong.of(chunks[0]);
        ResponseTimeline timeline = new ResponseTimeline(start, OptionalLong.of(start), first, first, first,
                OptionalLong.of(chunks[CHUNKS - 1]), end, chunks);
        InferenceResponse response = InferenceResponse
                .of(random.nextInt(4) == 0 ? "I do not know." : String.valueOf(right),
                        TokenUsage.server(30, CHUNKS));
        journal.append(question, "exact", QueryOutcome.of(id, ModelCall.answered(1, List.of(), response, timeline)),
                Optional.empty());
    }

    /** Writes the readings of a counter of a graphics board and one of the processors for each 10 ms. */
    private static void writeSamples(Path file, RunClock clock, long begin, long end) {
        String sensor = "{\"device\":\"%s\",\"scope\":\"%s\",\"quantity\":\"energy_counter\",\"source\":\"fabricated\","
                + "\"joules_per_unit\":1e-6,\"doubted\":false}";
        String description = "{\"source\":\"fabricated\",\"period_nanos\":" + SAMPLE_NANOS
                + ",\"clock\":{\"monotonic_anchor_nanos\":" + clock.monotonicAnchorNanos()
                + ",\"epoch_anchor_nanos\":" + clock.epochAnchorNanos()
                + "},\"reads_serving_machine\":false,\"sensors\":["
                + sensor.formatted("gpu-0", "gpu") + "," + sensor.formatted("package-0", "package")
                + "],\"devices\":[]}";
        ColumnType.Struct schema = ColumnType.builder().whole("t_due_nanos", "t_before_nanos", "t_after_nanos")
                .whole("0 gpu-0 energy_counter", "1 package-0 energy_counter").text("lost").build();
        SplittableRandom random = new SplittableRandom(2);
        double joules = 0;
        try (ArrowTableWriter writer = ArrowTableWriter.create(file, schema,
                Map.of("ipw_telemetry", description))) {
            for (long now = 0; now < end + 1000 * MILLI; now += SAMPLE_NANOS) {
                boolean busy = now >= begin && now < end;
                joules += ((busy ? BUSY_WATTS : IDLE_WATTS) + random.nextDouble()) * SAMPLE_NANOS / NANOS_PER_SECOND;
                writer.append(Map.of("t_due_nanos", now, "t_before_nanos", now, "t_after_nanos", now + 20_000,
                        "0 gpu-0 energy_counter", (long) (joules * 1e6), "1 package-0 energy_counter",
                        (long) (joules * 3e5)));
            }
        }
    }

    private static String finish(Path folder) throws IOException {
        long start = System.nanoTime();
        ProfileRun run = ProfileRun.recover(folder);
        long finished = System.nanoTime();
        run.analyze(new AccuracyAnalysis());
        long accuracy = System.nanoTime();
        run.analyze(new LatencyAnalysis());
        long latency = System.nanoTime();
        return String.format(Locale.ROOT, "%10d %12.0f %10.1f %12.1f %11.1f %9.0f %10s %12s",
                run.summary().totals().queries(), Files.size(folder.resolve("journal.jsonl")) / MEBIBYTE,
                (finished - start) / NANOS_PER_SECOND, (accuracy - finished) / NANOS_PER_SECOND,
                (latency - accuracy) / NANOS_PER_SECOND, Runtime.getRuntime().maxMemory() / MEBIBYTE,
                mostResident(), shown(run.summary().totals().deviceEnergy().joules()));
    }

    private static String shown(OptionalDouble joules) {
        return joules.isPresent() ? String.format(Locale.ROOT, "%.0f", joules.getAsDouble()) : "-";
    }

    /** Returns Linux's peak of this process's memory, heap and all else, in MiB. */
    static String mostResident() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return "-";
        }
        String line = Files.readAllLines(status).stream().filter(one -> one.startsWith("VmHWM:")).findFirst()
                .orElse("VmHWM: 0 kB");
        return String.valueOf(Long.parseLong(line.replaceAll("\\D+", "")) / 1024);
    }
}
