package dev.ipw.dataset;

import dev.ipw.dataset.DatasetRecord.TokenLengths;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The requests of a trace: its prompts, and generated ones of the right length where it has none.
 *
 * @param trace the requests
 * @param text  writes prompts to a length
 */
record TraceDataset(ArrivalTrace trace, SyntheticText text) implements Dataset {
    private static final String OFFSET = "trace_offset_nanos";

    @Override
    public String id() {
        return trace.id();
    }

    @Override
    public String displayName() {
        String name = trace.id().substring(Math.max(trace.id().lastIndexOf('/'), trace.id().lastIndexOf('\\')) + 1);
        int dot = name.lastIndexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }

    @Override
    public String defaultEvaluator() {
        return NOT_JUDGED;
    }

    @Override
    public boolean keepsOrder() {
        return true;
    }

    @Override
    public Dataset fitted(TokenCount counter) throws InterruptedException {
        int[] lengths = trace.requests().stream().filter(request -> request.prompt().isEmpty())
                .mapToInt(request -> request.inputTokens().orElseThrow()).sorted().toArray();
        return lengths.length == 0
                ? this
                : new TraceDataset(trace, SyntheticText.fit(counter, lengths[lengths.length / 2]));
    }

    @Override
    public Stream<DatasetRecord> records() {
        return IntStream.range(0, trace.requests().size()).mapToObj(this::record);
    }

    private DatasetRecord record(int index) {
        ArrivalTrace.Request request = trace.requests().get(index);
        String id = String.format(Locale.ROOT, "%06d", index + 1);
        boolean own = request.prompt().isPresent();
        // A trace with changed times is another sample.
        Map<String, Object> metadata = Map.of(OFFSET, request.offsetNanos());
        String prompt = request.prompt().orElseGet(() -> text.write(request.inputTokens().orElseThrow(), id));
        return DatasetRecord.builder(id, prompt)
                .lengths(new TokenLengths(own ? OptionalInt.empty() : request.inputTokens(), request.outputTokens()))
                .metadata(own ? metadata : SyntheticText.marked(metadata)).build();
    }

    @Override
    public String toString() {
        return "dataset " + id();
    }
}
