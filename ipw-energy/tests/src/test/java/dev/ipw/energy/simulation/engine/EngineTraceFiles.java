package dev.ipw.energy.simulation.engine;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;

/** Write a trace as the JSON lines that any tool can read: samples, requests and the truth of the gross convention. */
public final class EngineTraceFiles {
    private EngineTraceFiles() {}

    /**
     * Write {@code samples.jsonl}, {@code requests.jsonl} and {@code truth.jsonl}.
     *
     * @throws IOException if a file cannot be written
     */
    public static void write(EngineTrace trace, Path folder) throws IOException {
        Files.createDirectories(folder);
        try (PrintWriter out = writer(folder.resolve("samples.jsonl"))) {
            StringBuilder device = new StringBuilder("{\"device\":\"gpu0\"").append(number("idle_w", trace.idleWatts()))
                    .append(number("limit_w", trace.limitWatts()));
            trace.averagingSeconds().ifPresent(seconds -> device.append(number("averaging_ms", 1_000 * seconds)));
            out.println(device.append('}'));
            trace.readings().forEach(reading -> out.println(line(reading)));
        }
        try (PrintWriter out = writer(folder.resolve("requests.jsonl"))) {
            trace.requests().forEach(request -> out.println(line(request)));
        }
        try (PrintWriter out = writer(folder.resolve("truth.jsonl"))) {
            trace.truth().entrySet().forEach(entry -> out.println(line(entry)));
        }
    }

    private static PrintWriter writer(Path file) throws IOException {
        BufferedWriter buffered = Files.newBufferedWriter(file);
        return new PrintWriter(buffered);
    }

    private static String line(DeviceReading reading) {
        StringBuilder line = new StringBuilder("{\"t_ns\":").append(reading.timeNanos()).append(",\"device\":\"gpu0\"");
        reading.counterMillijoules().ifPresent(counter -> line.append(number("energy_mj", counter)));
        reading.powerMilliwatts().ifPresent(power -> line.append(number("power_mw", power)));
        return line.append('}').toString();
    }

    private static String line(EngineRequest request) {
        StringBuilder line = new StringBuilder("{\"id\":\"").append(request.id()).append("\",\"start_ns\":")
                .append(request.startNanos()).append(",\"end_ns\":").append(request.endNanos())
                .append(",\"input_tokens\":").append(request.inputTokens()).append(",\"output_tokens\":")
                .append(request.outputTokens());
        request.firstTokenNanos().ifPresent(first -> line.append(",\"first_token_ns\":").append(first));
        request.cachedInputTokens().ifPresent(cached -> line.append(",\"cached_input_tokens\":").append(cached));
        if (request.tokenNanos().length > 0) {
            line.append(",\"token_ns\":").append(Arrays.toString(request.tokenNanos()));
        }
        if (request.tokenCounts().length > 0) {
            line.append(",\"token_counts\":").append(Arrays.toString(request.tokenCounts()));
        }
        return line.append('}').toString();
    }

    private static String line(Map.Entry<String, RequestTruth> truth) {
        return "{\"id\":\"" + truth.getKey() + "\"" + number("joules", truth.getValue().grossJoules())
                + number("prefill_joules", truth.getValue().grossPrefillJoules()) + "}";
    }

    private static String number(String name, double value) {
        return String.format(Locale.ROOT, ",\"%s\":%.6f", name, value);
    }
}
