package dev.ipw.results.internal.format;

import dev.ipw.inference.ServerTimings;
import dev.ipw.internal.tree.TreeReader;
import java.util.List;
import java.util.OptionalLong;

/** The columns of a server's reports about its own time. */
final class ServerTimingColumns extends StructColumns<ServerTimings> {
    static final ServerTimingColumns INSTANCE = new ServerTimingColumns();

    private final Column<ServerTimings, OptionalLong> queue = count("queue_nanos", "waiting for a slot",
            ServerTimings::queueNanos);
    private final Column<ServerTimings, OptionalLong> load = count("load_nanos", "getting the model into memory",
            ServerTimings::loadNanos);
    private final Column<ServerTimings, OptionalLong> prompt = count("prompt_nanos", "reading the prompt",
            ServerTimings::promptNanos);
    private final Column<ServerTimings, OptionalLong> generation = count("generation_nanos", "generating the answer",
            ServerTimings::generationNanos);
    private final Column<ServerTimings, OptionalLong> total = count("total_nanos", "the whole request",
            ServerTimings::totalNanos);
    private final Column<ServerTimings, List<String>> flags = texts("flags", "rejected values",
            timings -> TokenColumns.names(timings.flags()));

    private ServerTimingColumns() {}

    @Override
    public ServerTimings read(TreeReader row) {
        return new ServerTimings(queue.in(row), load.in(row), prompt.in(row), generation.in(row), total.in(row),
                TokenColumns.flags(flags.in(row)));
    }
}
