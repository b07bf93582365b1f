package dev.ipw.inference;

import dev.ipw.inference.ResponseSink.ChunkKind;
import dev.ipw.inference.ResponseSink.ConnectionTimes;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apiguardian.api.API;

/**
 * A recorder of a request's moments and its text, so that an unfinished stream is not lost. One recorder serves one
 * request.
 */
@API(status = API.Status.EXPERIMENTAL)
public final class TimelineRecorder implements ResponseSink {
    private static final int FIRST_CAPACITY = 64;
    private static final int MAX_CHUNKS = 1 << 20;
    private static final int MAX_REPLICA_CHARACTERS = 200;

    private final long intendedStartNanos;
    private final long takenUpNanos;
    private final Optional<String> replicaHeader;
    private final StringBuilder answer = new StringBuilder();
    private final StringBuilder reasoning = new StringBuilder();
    private int retries;
    private OptionalLong lastTry = OptionalLong.empty();
    private Optional<ConnectionTimes> connection = Optional.empty();
    private Optional<String> replica = Optional.empty();
    private OptionalLong sent = OptionalLong.empty();
    private OptionalLong firstByte = OptionalLong.empty();
    private OptionalLong firstToken = OptionalLong.empty();
    private OptionalLong firstVisibleToken = OptionalLong.empty();
    private OptionalLong lastToken = OptionalLong.empty();
    private OptionalLong ended = OptionalLong.empty();
    private long[] chunks = new long[FIRST_CAPACITY];
    private int chunkCount;
    private boolean overfull;

    /**
     * Starts recording a request that starts as intended.
     *
     * @param intendedStartNanos when that is, as {@link System#nanoTime()}
     */
    public TimelineRecorder(long intendedStartNanos) {
        this(intendedStartNanos, intendedStartNanos);
    }

    /**
     * Starts recording.
     *
     * @param intendedStartNanos the start that the load intended, as {@link System#nanoTime()}
     * @param takenUpNanos       its actual start, then or later
     */
    public TimelineRecorder(long intendedStartNanos, long takenUpNanos) {
        this(intendedStartNanos, takenUpNanos, Optional.empty());
    }

    /**
     * Starts recording a request that one of several replicas of a server answers.
     *
     * @param intendedStartNanos the start that the load intended, as {@link System#nanoTime()}
     * @param takenUpNanos       its actual start, then or later
     * @param replicaHeader      the response header that names the replica, in lower case; empty for a single server
     */
    public TimelineRecorder(long intendedStartNanos, long takenUpNanos, Optional<String> replicaHeader) {
        this.replicaHeader = replicaHeader;
        this.intendedStartNanos = intendedStartNanos;
        this.takenUpNanos = takenUpNanos;
    }

    @Override
    public void retried(long nanos) {
        retries++;
        lastTry = OptionalLong.of(nanos);
        connection = Optional.empty();
        replica = Optional.empty();
        sent = OptionalLong.empty();
        firstByte = OptionalLong.empty();
    }

    @Override
    public void connected(ConnectionTimes times) {
        connection = Optional.of(times);
    }

    @Override
    public void sent(long nanos) {
        sent = OptionalLong.of(nanos);
    }

    @Override
    public void firstByte(long nanos) {
        if (firstByte.isEmpty()) {
            firstByte = OptionalLong.of(nanos);
        }
    }

    @Override
    public void head(Map<String, String> fields) {
        replica = replicaHeader.map(fields::get).filter(name -> !name.isBlank())
                .map(name -> name.substring(0, Math.min(name.length(), MAX_REPLICA_CHARACTERS)));
    }

    @Override
    public void chunk(ChunkKind kind, String text, long nanos) {
        if (!kind.carriesTokens()) {
            return;
        }
        if (firstToken.isEmpty()) {
            firstToken = OptionalLong.of(nanos);
        }
        if (kind == ChunkKind.ANSWER) {
            append(answer, text);
            if (firstVisibleToken.isEmpty()) {
                firstVisibleToken = OptionalLong.of(nanos);
            }
        } else if (kind == ChunkKind.REASONING) {
            append(reasoning, text);
        }
        lastToken = OptionalLong.of(nanos);
        if (chunkCount == MAX_CHUNKS) {
            overfull = true;
            return;
        }
        if (chunkCount == chunks.length) {
            chunks = Arrays.copyOf(chunks, chunkCount * 2);
        }
        chunks[chunkCount++] = nanos;
    }

    private void append(StringBuilder kept, String text) {
        int room = InferenceResponse.MAX_CHARACTERS - answer.length() - reasoning.length();
        overfull |= text.length() > room;
        kept.append(text, 0, Math.min(room, text.length()));
    }

    /**
     * Returns whether the response exceeds the limits: more text than {@link InferenceResponse#MAX_CHARACTERS}, or
     * more than 1,048,576 chunks.
     *
     * @return true if this holds only a part of the answer
     */
    public boolean isOverfull() {
        return overfull;
    }

    @Override
    public void ended(long nanos) {
        ended = OptionalLong.of(nanos);
    }

    /**
     * Returns the visible answer so far.
     *
     * @return the text; empty if none arrived
     */
    public String answer() {
        return answer.toString();
    }

    /**
     * Returns the reasoning so far.
     *
     * @return the text; empty if none arrived
     */
    public String reasoning() {
        return reasoning.toString();
    }

    /**
     * Closes the recording.
     *
     * @param endNanos the moment at which the client returned or failed, as {@link System#nanoTime()}; used unless the
     *                 client recorded the end of the response itself
     * @return the request's moments
     */
    public ResponseTimeline finish(long endNanos) {
        return new ResponseTimeline(intendedStartNanos, new DispatchTimings(takenUpNanos, retries, lastTry, connection,
                replica), sent,
                firstByte, firstToken, firstVisibleToken, lastToken,
                ended.orElse(endNanos), Arrays.copyOf(chunks, chunkCount));
    }
}
