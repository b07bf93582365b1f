package dev.ipw.examples.benchmarks;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ipw.internal.table.ArrowTableWriter;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** A benchmark that writes rows of a run to a file. One operation is one row; each iteration starts a new file. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class ArrowWriterBenchmark {
    private final ObjectMapper json = new ObjectMapper();
    private @Nullable Path directory;
    private @Nullable RunRows rows;
    private @Nullable ArrowTableWriter table;
    private @Nullable OutputStream lines;
    private long number;

    /** Profiles one query, whose row is written by the benchmarks. */
    @Setup
    public void profileOneQuery() throws IOException, InterruptedException {
        directory = Files.createTempDirectory("ipw-benchmark");
        rows = RunRows.ofOneQuery(directory);
    }

    /** Starts new files. */
    @Setup(Level.Iteration)
    public void openFiles() throws IOException {
        Path tablePath = inDirectory("rows.arrow");
        Path linesPath = inDirectory("rows.jsonl");
        Files.deleteIfExists(tablePath);
        table = ArrowTableWriter.create(tablePath, Objects.requireNonNull(rows).schema(), Map.of());
        lines = new BufferedOutputStream(Files.newOutputStream(linesPath), 1 << 16);
    }

    /** Finishes the files. */
    @TearDown(Level.Iteration)
    public void closeFiles() throws IOException {
        Objects.requireNonNull(table).close();
        Objects.requireNonNull(lines).close();
    }

    /** Removes the written files. */
    @TearDown
    public void delete() throws IOException {
        RunRows.delete(Objects.requireNonNull(directory));
    }

    /** Adds a row to the Arrow table. */
    @Benchmark
    public void arrowTable() {
        Objects.requireNonNull(table).append(nextRow());
    }

    /** Writes the same row as a line of JSON, unchecked. */
    @Benchmark
    public void baselineJsonLines() throws IOException {
        OutputStream out = Objects.requireNonNull(lines);
        out.write(json.writeValueAsBytes(nextRow()));
        out.write('\n');
    }

    private Map<String, @Nullable Object> nextRow() {
        return Objects.requireNonNull(rows).row(number++);
    }

    private Path inDirectory(String name) {
        return Objects.requireNonNull(directory).resolve(name);
    }
}
