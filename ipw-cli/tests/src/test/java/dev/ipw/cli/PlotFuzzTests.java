package dev.ipw.cli;

import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.testing.Draws;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Draws every picture of runs whose times and tokens have odd distributions. */
@Tag("fuzz")
class PlotFuzzTests {
    @TempDir
    Path folder;

    @Test
    void drawsWhateverTheFiguresAre() {
        DrawnInputs.each("plot", Draws.of(1, 6), random -> {
            Path results = Files.createTempDirectory(folder, "results-").resolve("vllm.json");
            Files.writeString(results, results(random));
            Path runs = results.resolveSibling("runs");
            assertThat(FuzzedCommand.run("import", "vllm", results.toString(), "--output-dir", runs.toString(),
                    "--run-name", "a").exitCode()).isEqualTo(ExitCode.FINE);
            FuzzedCommand drawn = FuzzedCommand.run("plot", runs.resolve("a").toString(), "--visualization", "all");
            assertThat(drawn.exitCode()).as(drawn.err()).isEqualTo(ExitCode.FINE);
            assertThat(FuzzedCommand.run("report", runs.resolve("a").toString()).exitCode()).isEqualTo(ExitCode.FINE);
        });
    }

    /** Write what vllm bench serve keeps of a few requests. */
    private static String results(SplittableRandom random) throws IOException {
        int requests = 1 + random.nextInt(1 << random.nextInt(8));
        DoubleSupplier first = seconds(random);
        DoubleSupplier gap = seconds(random);
        int mostGaps = 1 + random.nextInt(20);
        long[] tokens = IntStream.range(0, requests).mapToLong(request -> tokens(random)).toArray();
        String firsts = IntStream.range(0, requests).mapToObj(request -> "" + first.getAsDouble())
                .collect(Collectors.joining(","));
        String gaps = IntStream.range(0, requests)
                .mapToObj(request -> IntStream.range(0, 1 + random.nextInt(mostGaps))
                        .mapToObj(one -> "" + gap.getAsDouble()).collect(Collectors.joining(",", "[", "]")))
                .collect(Collectors.joining(","));
        String lengths = LongStream.of(tokens).mapToObj(String::valueOf).collect(Collectors.joining(","));
        return "{\"model_id\":\"m\",\"input_lens\":[%s],\"output_lens\":[%s],\"ttfts\":[%s],\"itls\":[%s]}"
                .formatted(lengths, lengths, firsts, gaps);
    }

    /** All alike, alike but for the last digit, over many powers of ten, or two far apart. */
    private static DoubleSupplier seconds(SplittableRandom random) {
        double middle = Math.pow(10, random.nextInt(9) - 7);
        return switch (random.nextInt(4)) {
            case 0 -> () -> middle;
            case 1 -> () -> middle + random.nextInt(3) * 1e-9;
            case 2 -> () -> Math.pow(10, random.nextDouble() * 8 - 7);
            default -> () -> random.nextBoolean() ? middle : middle * 1e4;
        };
    }

    private static long tokens(SplittableRandom random) {
        return switch (random.nextInt(4)) {
            case 0 -> 1;
            case 1 -> 1L << random.nextInt(40);
            default -> random.nextInt(1_000);
        };
    }
}
