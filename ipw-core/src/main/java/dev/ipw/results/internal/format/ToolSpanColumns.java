package dev.ipw.results.internal.format;

import dev.ipw.environment.UsedProcessorTime;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.query.ToolSpan;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** The columns of a tool's times. */
public final class ToolSpanColumns extends StructColumns<ToolSpan> {
    public static final ToolSpanColumns INSTANCE = new ToolSpanColumns();

    private final Column<ToolSpan, String> name = text("name", "the tool's name", ToolSpan::name);
    private final Column<ToolSpan, Optional<String>> callId = optionalText("call_id",
            "the id of the model's tool call", ToolSpan::callId);
    private final Column<ToolSpan, Long> start = moment("start_nanos", "when it began, on the run's clock",
            ToolSpan::startNanos);
    private final Column<ToolSpan, Long> end = moment("end_nanos", "when it ended", ToolSpan::endNanos);
    private final Column<ToolSpan, Optional<String>> error = optionalText("error", "the error",
            ToolSpan::error);
    private final Column<ToolSpan, OptionalDouble> leastProcessor = real("processor_seconds",
            "processor time of its processes, as far as read",
            span -> seconds(span, UsedProcessorTime::leastSeconds));
    private final Column<ToolSpan, OptionalDouble> mostProcessor = real("processor_seconds_high",
            "upper bound", span -> seconds(span, UsedProcessorTime::mostSeconds));

    private ToolSpanColumns() {}

    private static OptionalDouble seconds(ToolSpan span, ToDoubleFunction<UsedProcessorTime> part) {
        return span.processorTime().stream().mapToDouble(part).findFirst();
    }

    @Override
    public ToolSpan read(TreeReader row) {
        OptionalDouble least = leastProcessor.in(row);
        OptionalDouble most = mostProcessor.in(row);
        return new ToolSpan(name.in(row), callId.in(row), start.in(row), end.in(row), error.in(row),
                least.isPresent() && most.isPresent()
                        ? Optional.of(new UsedProcessorTime(least.getAsDouble(), most.getAsDouble()))
                        : Optional.empty());
    }
}
