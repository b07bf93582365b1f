package dev.ipw.agents.servers;

import dev.ipw.internal.tree.TreeBuilder;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The status of a server.
 *
 * @param port          its port
 * @param record        its record; empty if that is damaged
 * @param state         its state
 * @param note          the missing part, or its last line of output before it ended; may be empty
 * @param exitStatus    its exit status if it has ended and that is known; above 128, the signal that ended it plus 128
 * @param residentBytes the resident memory of its processes on this machine
 */
public record ServerStatus(int port, Optional<ServerRecord> record, ServerState state, String note,
        OptionalInt exitStatus, OptionalLong residentBytes) {
    /**
     * Returns the status as a tree.
     *
     * @return its facts by name
     */
    public TreeBuilder tree() {
        return TreeBuilder.object().put("port", (long) port).put("kind", record.map(one -> one.spec().kind().id()))
                .put("model", record.map(one -> one.spec().model()))
                .put("pid", record.map(one -> one.process().pid()))
                .put("since", record.map(one -> one.started().toString())).put("state", state.word())
                .put("note", Optional.of(note).filter(text -> !text.isEmpty())).put("exit_status", exitStatus)
                .put("memory_bytes", residentBytes).put("gpus", record.flatMap(ServerRecord::gpus))
                .put("container", record.flatMap(ServerRecord::container).map(ServerContainer::name))
                .put("base_url", record.map(one -> one.spec().kind().baseUrl(port)))
                .put("command", record.map(ServerRecord::command));
    }
}
