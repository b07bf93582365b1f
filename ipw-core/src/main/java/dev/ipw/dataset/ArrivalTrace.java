package dev.ipw.dataset;

import dev.ipw.error.InputException;
import dev.ipw.internal.rows.CsvRows;
import dev.ipw.internal.rows.JsonLinesRows;
import dev.ipw.internal.rows.RowReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * An arrival trace: the arrivals of requests at a server, and their lengths. A file has one request a line, JSON Lines
 * or CSV with a header:
 * <ul>
 * <li>{@code t_s}, its arrival in seconds, or {@code timestamp} in milliseconds, as in Mooncake's traces; in
 * order;</li>
 * <li>{@code input_tokens} (or {@code input_length}), the length of its prompt;</li>
 * <li>{@code output_tokens} (or {@code output_length}), the length of its answer; without it the model ends the
 * answer;</li>
 * <li>{@code prompt}, its text; without it a prompt of the same number of tokens is generated.</li>
 * </ul>
 * Times count from the first line's.
 *
 * @param id       the trace's file, or another name for messages
 * @param requests the requests, in the order of their times
 */
@API(status = API.Status.EXPERIMENTAL)
public record ArrivalTrace(String id, List<Request> requests) {
    private static final int MAX_REQUESTS = 5_000_000;
    private static final int MAX_TOKENS = 10_000_000;
    private static final double MAX_SECONDS = 1e12;
    private static final double LONGEST_SECONDS = 30 * 86_400.0;
    private static final double NANOS = 1e9;
    private static final double MILLIS_PER_SECOND = 1e3;
    private static final List<String> TIMES = List.of("t_s", "timestamp");

    /** Copies the requests; refuses an empty list, and times that decrease. */
    public ArrivalTrace {
        Objects.requireNonNull(id, "id");
        requests = List.copyOf(requests);
        if (requests.isEmpty()) {
            throw new InputException(id + " holds no request; write one a line, such as"
                    + " {\"t_s\": 0.5, \"input_tokens\": 512, \"output_tokens\": 128}");
        }
        long before = 0;
        for (Request request : requests) {
            if (request.offsetNanos() < before) {
                throw new InputException(id + ": the times of the requests go back; sort them");
            }
            before = request.offsetNanos();
        }
    }

    /**
     * One request.
     *
     * @param offsetNanos  its arrival, in nanoseconds from the first
     * @param inputTokens  the length of its prompt; empty only with a prompt
     * @param outputTokens the length of its answer; empty if the model ends it
     * @param prompt       its text; empty to generate one
     */
    public record Request(long offsetNanos, OptionalInt inputTokens, OptionalInt outputTokens,
            Optional<String> prompt) {
        /** Rejects nulls, and a request with neither prompt nor length. */
        public Request {
            Objects.requireNonNull(outputTokens, "outputTokens");
            if (inputTokens.isEmpty() && prompt.isEmpty()) {
                throw new IllegalArgumentException("A request needs a prompt or the number of its tokens");
            }
        }
    }

    /**
     * Reads a trace.
     *
     * @param file the file, which ends in {@code .jsonl}, {@code .ndjson} or {@code .csv}
     * @return the trace
     * @throws InputException if it cannot be read; the message names the line
     */
    public static ArrivalTrace read(Path file) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        boolean csv = name.endsWith(".csv");
        if (!csv && !name.endsWith(".jsonl") && !name.endsWith(".ndjson")) {
            throw new InputException(
                    file + " has no suffix that says how the trace is written; name it .jsonl or .csv");
        }
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw new InputException("There is no trace " + file.toAbsolutePath().normalize() + " that can be read");
        }
        String source = file.toString();
        try (InputStream stream = Files.newInputStream(file);
                RowReader rows = csv ? new CsvRows(stream, source, TIMES) : new JsonLinesRows(stream, source)) {
            return new ArrivalTrace(source, requests(source, rows));
        } catch (CharacterCodingException notUtf8) {
            throw new InputException(source + ": the text is not UTF-8; save it as UTF-8", notUtf8);
        } catch (IOException failed) {
            throw new InputException(source + " cannot be read: " + failed.getMessage(), failed);
        }
    }

    private static List<Request> requests(String source, RowReader rows) throws IOException {
        List<Request> requests = new ArrayList<>();
        double first = 0;
        double before = 0;
        for (Optional<RowReader.Row> row = rows.next(); row.isPresent(); row = rows.next()) {
            Line line = new Line(source + ", line " + row.get().line() + ": ", row.get().fields());
            double seconds = line.seconds();
            first = requests.isEmpty() ? seconds : first;
            if (!requests.isEmpty() && seconds < before) {
                throw line.wrong("the time " + seconds + " s lies before that of the line above, " + before
                        + " s; sort the lines by their times");
            }
            if (requests.size() == MAX_REQUESTS) {
                throw line.wrong("there are more than " + MAX_REQUESTS + " requests; cut the trace");
            }
            if (seconds - first > LONGEST_SECONDS) {
                throw line.wrong("the time lies more than 30 days after the first line's; 't_s' is in seconds, and"
                        + " 'timestamp' in milliseconds");
            }
            before = seconds;
            requests.add(line.request(Math.round((seconds - first) * NANOS)));
        }
        return requests;
    }

    /**
     * Returns the trace's questions, in its order.
     *
     * @return a dataset whose records give the lengths of prompts and answers
     */
    public Dataset dataset() {
        return new TraceDataset(this, SyntheticText.unfitted());
    }

    /** Returns the number of requests and the trace's id. */
    @Override
    public String toString() {
        return requests.size() + " requests of " + id;
    }

    /** One line of a trace. */
    private record Line(String place, Map<String, @Nullable Object> fields) {
        double seconds() {
            boolean millis = value(TIMES.getFirst()).isEmpty();
            String name = TIMES.get(millis ? 1 : 0);
            double given = value(name).map(text -> number(name, text)).orElseThrow(
                    () -> wrong("there is no time; fill the field 't_s' in seconds, or 'timestamp' in milliseconds"));
            double seconds = millis ? given / MILLIS_PER_SECOND : given;
            if (!(seconds >= 0 && seconds <= MAX_SECONDS)) {
                throw wrong("the field '" + name + "' must be a time from 0 to 1e12 s, not '" + given + "'");
            }
            return seconds;
        }

        Request request(long offsetNanos) {
            Optional<String> prompt = value("prompt").filter(text -> !text.isBlank());
            OptionalInt input = tokens("input_tokens", "input_length");
            if (input.isEmpty() && prompt.isEmpty()) {
                throw wrong(
                        "there is neither 'input_tokens' nor a 'prompt'; say how long the prompt is, or what it is");
            }
            return new Request(offsetNanos, input, tokens("output_tokens", "output_length"), prompt);
        }

        private OptionalInt tokens(String... names) {
            for (String name : names) {
                Optional<String> text = value(name);
                if (text.isPresent()) {
                    double tokens = number(name, text.get());
                    if (tokens != Math.rint(tokens) || tokens < 1 || tokens > MAX_TOKENS) {
                        throw wrong("the field '" + name + "' must be a whole number from 1 to " + MAX_TOKENS
                                + ", not '" + text.get() + "'");
                    }
                    return OptionalInt.of((int) tokens);
                }
            }
            return OptionalInt.empty();
        }

        private Optional<String> value(String name) {
            return fields.entrySet().stream().filter(field -> field.getKey().strip().equalsIgnoreCase(name))
                    .map(Map.Entry::getValue).filter(Objects::nonNull).map(String::valueOf).findFirst();
        }

        private double number(String name, String text) {
            try {
                return Double.parseDouble(text.strip());
            } catch (NumberFormatException none) {
                throw wrong("the field '" + name + "' must be a number, not '" + text + "'", none);
            }
        }

        private InputException wrong(String problem) {
            return new InputException(place + problem);
        }

        private InputException wrong(String problem, Throwable cause) {
            return new InputException(place + problem, cause);
        }
    }
}
