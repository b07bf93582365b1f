package dev.ipw.junit.contract;

import dev.ipw.inference.ResponseSink;
import java.util.ArrayList;
import java.util.List;

/** The events that a client reports, in their order. */
final class MomentSink implements ResponseSink {
    private final List<String> names = new ArrayList<>();
    private final List<Long> moments = new ArrayList<>();
    private final StringBuilder answer = new StringBuilder();

    private synchronized void note(String name, long nanos) {
        names.add(name);
        moments.add(nanos);
    }

    @Override
    public void sent(long nanos) {
        note("sent", nanos);
    }

    @Override
    public void firstByte(long nanos) {
        note("first byte", nanos);
    }

    @Override
    public synchronized void chunk(ChunkKind kind, String text, long nanos) {
        note(kind == ChunkKind.ANSWER ? "answer chunk" : "chunk", nanos);
        if (kind == ChunkKind.ANSWER) {
            answer.append(text);
        }
    }

    @Override
    public void ended(long nanos) {
        note("ended", nanos);
    }

    synchronized List<Long> moments() {
        return List.copyOf(moments);
    }

    synchronized List<String> names() {
        return List.copyOf(names);
    }

    synchronized long count(String name) {
        return names.stream().filter(name::equals).count();
    }

    synchronized String answer() {
        return answer.toString();
    }
}
