package dev.ipw.results.internal.finishing;

import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import dev.ipw.energy.attribution.internal.activity.TokenTimes;
import dev.ipw.error.InputException;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.TokenUsage;
import dev.ipw.inference.internal.CallId;
import dev.ipw.internal.io.FailureText;
import dev.ipw.query.ModelCall;
import dev.ipw.results.internal.journal.JournalDigest;
import dev.ipw.results.internal.journal.JournalEntry;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The time and the work of each call of a journal in a temporary file, so that the journal need not be read again for
 * them. First all calls are added, then they are read in the same order. For one thread.
 */
final class CallActivities implements JournalDigest.CallTaker, AutoCloseable {
    private static final long ABSENT = Long.MIN_VALUE;
    private static final int BUFFER_BYTES = 1 << 16;

    private final List<Stored> shards = new ArrayList<>();
    private int entries;

    /** Begins the calls of another journal, whose times may overlap with those before it. */
    @Override
    public void beginJournal() {
        shards.add(new Stored(entries));
    }

    private static InputException unusable(IOException failure) {
        return new InputException("Cannot keep the times of calls in a temporary file: " + FailureText.of(failure)
                + ". Free some space, or name another folder by -Djava.io.tmpdir", failure);
    }

    @Override
    public void take(JournalEntry.Called called) {
        entries++;
        shards.getLast().add(called);
    }

    /** Reads the next call, in the order of a journal, and of several journals the one that ended first; empty after the last. */
    Optional<CallActivity> next() {
        if (shards.size() == 1) {
            return shards.getFirst().read();
        }
        Optional<Stored> first = shards.stream().filter(shard -> shard.peek().isPresent())
                .min(Comparator.comparingLong(shard -> shard.peek().orElseThrow().activity().endNanos()));
        return first.flatMap(Stored::take);
    }

    private static OptionalLong optional(long nanos) {
        return nanos == ABSENT ? OptionalLong.empty() : OptionalLong.of(nanos);
    }

    private static TokenTimes tokens(DataInputStream from) throws IOException {
        long[] nanos = new long[from.readInt()];
        for (int stamp = 0; stamp < nanos.length; stamp++) {
            nanos[stamp] = from.readLong();
        }
        return nanos.length == 0 ? TokenTimes.NONE : TokenTimes.of(nanos);
    }

    @Override
    public void close() {
        shards.forEach(Stored::close);
    }

    /** The calls of one journal. */
    private static final class Stored {
        private final int firstEntry;
        private final InputStream stored;
        private final DataOutputStream output;
        private @Nullable DataInputStream input;
        private Optional<CallActivity> ahead = Optional.empty();
        private boolean isRead;
        private int entries;

        Stored(int firstEntry) {
            this.firstEntry = firstEntry;
            try {
                Path file = Files.createTempFile("ipw-calls-", ".tmp");
                // Opened first: the system then deletes the file even if this process is killed. Channels are avoided
                // because an interrupt would close them.
                stored = Files.newInputStream(file);
                output = new DataOutputStream(new BufferedOutputStream(
                        Files.newOutputStream(file, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE),
                        BUFFER_BYTES));
            } catch (IOException failure) {
                throw unusable(failure);
            }
        }

        void add(JournalEntry.Called called) {
            CallId id = new CallId(called.queryId(), called.call().number());
            RequestActivity activity = Activities.of(id, called.call());
            byte[] query = called.queryId().getBytes(StandardCharsets.UTF_8);
            try {
                output.writeInt(query.length);
                output.write(query);
                output.writeInt(id.number());
                output.writeUTF(called.call().timeline().dispatch().replica().orElse(""));
                output.writeLong(activity.startNanos());
                output.writeLong(activity.prefillStartNanos().orElse(ABSENT));
                output.writeLong(activity.firstTokenNanos().orElse(ABSENT));
                output.writeLong(activity.endNanos());
                output.writeLong(activity.inputTokens());
                output.writeLong(activity.cachedInputTokens());
                output.writeLong(activity.outputTokens());
                output.writeInt(activity.tokens().size());
                for (int stamp = 0; stamp < activity.tokens().size(); stamp++) {
                    output.writeLong(activity.tokens().nanos(stamp));
                }
            } catch (IOException failure) {
                throw unusable(failure);
            }
        }

        Optional<CallActivity> peek() {
            if (!isRead) {
                ahead = read();
                isRead = true;
            }
            return ahead;
        }

        Optional<CallActivity> take() {
            isRead = false;
            return ahead;
        }

        Optional<CallActivity> read() {
            try {
                DataInputStream from = input();
                byte[] query = new byte[from.readInt()];
                from.readFully(query);
                CallId id = new CallId(new String(query, StandardCharsets.UTF_8), from.readInt());
                Optional<String> replica = Optional.of(from.readUTF()).filter(name -> !name.isEmpty());
                return Optional.of(new CallActivity(id, firstEntry + entries++,
                        new RequestActivity(id.toString(), from.readLong(), optional(from.readLong()),
                                optional(from.readLong()), from.readLong(), from.readLong(), from.readLong(),
                                from.readLong(), tokens(from), Set.of()),
                        replica));
            } catch (EOFException end) {
                return Optional.empty();
            } catch (IOException failure) {
                throw unusable(failure);
            }
        }

        private DataInputStream input() throws IOException {
            DataInputStream open = input;
            if (open == null) {
                output.flush();
                open = new DataInputStream(new BufferedInputStream(stored, BUFFER_BYTES));
                input = open;
            }
            return open;
        }

        void close() {
            try {
                stored.close();
                output.close();
            } catch (IOException failure) {
                throw unusable(failure);
            }
        }
    }

    /**
     * The time and the work of a call.
     *
     * @param id       the call
     * @param entry    its place among all calls of the journals
     * @param activity its time and its work
     * @param replica  the replica that its response names; empty if there is none
     */
    record CallActivity(CallId id, int entry, RequestActivity activity, Optional<String> replica) {}

    /** The work of each call, and its time. */
    private static final class Activities {
        static RequestActivity of(CallId id, ModelCall call) {
            ResponseTimeline timeline = call.timeline();
            TokenUsage usage = call.response().usage();
            long start = call.startNanos();
            long end = call.endNanos();
            // Moments that contradict each other show only when the machine was used.
            boolean known = timeline.isOrdered() && timeline.firstTokenNanos().isPresent();
            OptionalLong first = known ? timeline.firstTokenNanos() : OptionalLong.empty();
            long[] chunks = known
                    ? Arrays.stream(timeline.chunkNanos()).filter(nanos -> nanos >= first.getAsLong() && nanos <= end)
                            .toArray()
                    : new long[0];
            OptionalLong queued = call.response().serverTimings().queueNanos();
            OptionalLong prefillStart = queued.isPresent() && known
                    ? OptionalLong.of(Math.clamp(start + queued.getAsLong(), start, first.getAsLong()))
                    : OptionalLong.empty();
            return new RequestActivity(id.toString(), start, prefillStart, first, end, usage.input().orElse(0),
                    usage.cachedInput().orElse(0), usage.output().orElse(chunks.length),
                    chunks.length > 0 ? TokenTimes.of(chunks) : TokenTimes.NONE, Set.of());
        }
    }
}
