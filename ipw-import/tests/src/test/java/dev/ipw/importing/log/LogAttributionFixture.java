package dev.ipw.importing.log;

import dev.ipw.energy.attribution.AttributionRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;

/** A device of 100 W, read each 10 ms for a second, that serves a from 200 to 500 ms and b from 600 to 800 ms. */
abstract class LogAttributionFixture {
    static final int SAMPLES = 101;
    static final String A = "{'id':'a','start_ns':200000000,'first_token_ns':300000000,'end_ns':500000000,"
            + "'input_tokens':10,'output_tokens':5}";
    static final String B = "{'id':'b','start_ns':600000000,'end_ns':800000000}";

    @TempDir
    Path folder;

    static List<String> counter(String device) {
        return lines(i -> "{'t_ns':%d,'device':'%s','energy_mj':%d}".formatted(i * 10_000_000L, device, 1000L * i));
    }

    static List<String> lines(IntFunction<String> line) {
        return new ArrayList<>(IntStream.range(0, SAMPLES).mapToObj(line).toList());
    }

    final Path file(String name, List<String> lines) throws IOException {
        return Files.writeString(folder.resolve(name), String.join("\n", lines).replace('\'', '"') + "\n");
    }

    final LogAttribution attribute(List<String> samples, String... requests) throws IOException {
        return LogAttribution.of(SampleLog.read(file("samples.jsonl", samples)),
                RequestLog.read(file("requests.jsonl", List.of(requests))), AttributionRule.AUTO);
    }

    static double joules(LogAttribution attribution, int request) {
        return attribution.requests().get(request).joules().orElseThrow();
    }
}
