package dev.ipw.inference.openai;

import dev.ipw.inference.ChunkKind;
import dev.ipw.inference.ResponseSink;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Keeps what a client reported. */
class RecordedSink implements ResponseSink {
    record Chunk(ChunkKind kind, String text, long nanos) {}

    final List<Chunk> chunks = new ArrayList<>();
    long sentNanos;
    long firstByteNanos;

    @Override
    public void sent(long nanos) {
        sentNanos = nanos;
    }

    @Override
    public void firstByte(long nanos) {
        firstByteNanos = nanos;
    }

    @Override
    public void chunk(ChunkKind kind, String text, long nanos) {
        chunks.add(new Chunk(kind, text, nanos));
    }

    List<ChunkKind> kinds() {
        return chunks.stream().map(Chunk::kind).toList();
    }

    String text(ChunkKind kind) {
        return chunks.stream().filter(chunk -> chunk.kind() == kind).map(Chunk::text).collect(Collectors.joining());
    }
}
