package dev.ipw.inference.testing;

import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.ResponseSink.ChunkKind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Keeps what a client reported. */
public class RecordedSink implements ResponseSink {
    private final List<Chunk> chunks = new ArrayList<>();
    private long sentNanos;
    private long firstByteNanos;

    /** Hold one chunk. */
    public record Chunk(ChunkKind kind, String text, long nanos) {}

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

    /** Return every chunk in order. */
    public List<Chunk> chunks() {
        return chunks;
    }

    /** Return when the request had gone out, 0 if it never did. */
    public long sentNanos() {
        return sentNanos;
    }

    /** Return when the head had come, 0 if it never did. */
    public long firstByteNanos() {
        return firstByteNanos;
    }

    /** Return what each chunk carried, in order. */
    public List<ChunkKind> kinds() {
        return chunks.stream().map(Chunk::kind).toList();
    }

    /** Join the text of all chunks of a kind. */
    public String text(ChunkKind kind) {
        return chunks.stream().filter(chunk -> chunk.kind() == kind).map(Chunk::text).collect(Collectors.joining());
    }
}
