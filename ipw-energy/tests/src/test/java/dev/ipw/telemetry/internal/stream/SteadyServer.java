package dev.ipw.telemetry.internal.stream;

import dev.ipw.energy.EnergySeries;
import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.internal.CounterRecorder;
import dev.ipw.energy.internal.DeviceSeries;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;

/**
 * A server with a constant number of streams, made step by step: each step of 20 ms gives each of them a token, and is
 * longer where prompts are in it. Its counter moves each 100 ms and is read each 25 ms. The division sees only what is
 * known by then.
 */
final class SteadyServer {
    private static final double STEP_JOULES = 4;
    private static final double PASS_JOULES = 0.05;
    private static final double PROMPT_TOKEN_JOULES = 0.01;
    private static final long STEP_NANOS = 19_000_000;
    private static final long PASS_NANOS = 1_000;
    private static final long PROMPT_TOKEN_NANOS = 25_000;
    private static final long READ_NANOS = 25_000_000;
    private static final long UPDATE_NANOS = 100_000_000;
    private static final int MAX_PROMPTS_OF_A_STEP = 4;

    private final Random random;
    private final int meanTokens;
    private final double expectedShare;
    private final CounterRecorder recorder = new CounterRecorder(
            new MeteredDevice("gpu0", Scope.GPU, Provenance.MEASURED, "counter", READ_NANOS), 1e-3,
            OptionalLong.empty(), OptionalDouble.empty());
    private final StreamedDivision division;
    private final List<Stream> streams = new ArrayList<>();
    private final Map<String, Double> trueJoules = new HashMap<>();
    private final Map<String, StreamedShare> shares = new LinkedHashMap<>();
    private final List<StreamedBlock> blocks = new ArrayList<>();
    private final List<Served> served = new ArrayList<>();
    private boolean isRemembered;
    private long unreadFromNanos = Long.MAX_VALUE;
    private long unreadUntilNanos = Long.MAX_VALUE;
    private long nowNanos;
    private long readNanos;
    private long updateNanos;
    private double joules;
    private double shownJoules;
    private int started;
    private double embeddings;
    private double refusals;
    private boolean isFirstWhole;

    /** A request with all its events. */
    record Served(String id, long startNanos, double expectedTokens, int prompt, List<Long> tokenNanos,
            boolean isOver) {
        /** Reports all events at once. */
        StreamedRequest replayed() {
            StreamedRequest request = new StreamedRequest(id, startNanos, Set.of(), expectedTokens);
            tokenNanos.forEach(nanos -> request.addTokens(nanos, 1));
            if (isOver) {
                request.countInput(prompt, 0, tokenNanos.getLast());
                request.end(tokenNanos.getLast(), OptionalLong.of(tokenNanos.size()));
            }
            return request;
        }
    }

    private static final class Stream {
        private final StreamedRequest request;
        private final int prompt;
        private final int tokens;
        private final double expectedTokens;
        private final List<Long> tokenNanos = new ArrayList<>();
        private int made;
        private double joules;

        Stream(StreamedRequest request, int prompt, int tokens, double expectedTokens) {
            this.request = request;
            this.prompt = prompt;
            this.tokens = tokens;
            this.expectedTokens = expectedTokens;
        }
    }

    /**
     * Starts the streams.
     *
     * @param firstTokens   the tokens of the first stream's first answer
     * @param meanTokens    the mean tokens of the other answers
     * @param expectedShare the expected tokens of a prompt for each of its tokens
     */
    SteadyServer(int count, int firstTokens, int meanTokens, double expectedShare, long seed) {
        random = new Random(seed);
        this.meanTokens = meanTokens;
        this.expectedShare = expectedShare;
        DeviceSeries series = recorder.series();
        division = new StreamedDivision(() -> List.<EnergySeries>of(series), 0);
        for (int i = 0; i < count; i++) {
            streams.add(start(i == 0 ? firstTokens : drawnTokens()));
        }
    }

    private int drawnTokens() {
        return 1 + random.nextInt(2 * meanTokens);
    }

    private Stream start(int tokens) {
        int prompt = 50 + random.nextInt(400);
        StreamedRequest request = new StreamedRequest("r" + started++, nowNanos, Set.of(), expectedShare * prompt);
        division.add(request);
        return new Stream(request, prompt, tokens, expectedShare * prompt);
    }

    /**
     * Serves other requests too.
     *
     * @param inAStep  the mean number of embeddings in a step
     * @param refusals the mean number of requests that are refused in a step
     */
    void serveBesides(double inAStep, double refusals) {
        embeddings = inAStep;
        this.refusals = refusals;
    }

    /** Gives the first stream's answer at once at its end. */
    void answerAtOnce() {
        isFirstWhole = true;
        first().expectWhole();
    }

    /** Keeps all requests with their events from now on. */
    void remember() {
        isRemembered = true;
    }

    /** Reads nothing between two moments. */
    void leaveUnread(long fromNanos, long untilNanos) {
        unreadFromNanos = fromNanos;
        unreadUntilNanos = untilNanos;
    }

    StreamedDivision division() {
        return division;
    }

    DeviceSeries series() {
        return recorder.series();
    }

    List<StreamedBlock> blocks() {
        return blocks;
    }

    /** Returns the sum of the shares of a request so far. */
    Map<String, StreamedShare> shares() {
        return shares;
    }

    double trueJoules(String request) {
        return trueJoules.getOrDefault(request, 0.0);
    }

    /** Returns the request of the first stream. */
    StreamedRequest first() {
        return streams.getFirst().request;
    }

    long nowNanos() {
        return nowNanos;
    }

    /** Lists the requests with their events since they are remembered. */
    List<Served> served() {
        List<Served> all = new ArrayList<>(served);
        streams.forEach(one -> all.add(served(one, false)));
        return all;
    }

    private static Served served(Stream stream, boolean isOver) {
        return new Served(stream.request.id(), stream.request.startNanos(), stream.expectedTokens, stream.prompt,
                List.copyOf(stream.tokenNanos), isOver);
    }

    /** Serves for a number of blocks, and divides each as soon as it can be. */
    void serve(int count, long blockNanos) {
        for (int i = 0; i < count; i++) {
            long border = division.dividedNanos() + blockNanos;
            serveUntil(border + StreamedDivision.LOOK_AHEAD);
            divide(border);
        }
    }

    void divide(long border) {
        StreamedBlock block = division.divide(border);
        blocks.add(block);
        block.shares().forEach(share -> shares.merge(share.request().id(), share, StreamedShare::plus));
    }

    /** Serves until a moment; streams that end are followed by others. */
    void serveUntil(long nanos) {
        while (nowNanos < nanos) {
            step();
        }
    }

    private void step() {
        List<Stream> members = new ArrayList<>();
        int prompts = 0;
        long length = STEP_NANOS + random.nextInt(200_000);
        double work = STEP_JOULES;
        for (Stream stream : streams) {
            boolean isPrompt = stream.made == 0;
            if (isPrompt && prompts == MAX_PROMPTS_OF_A_STEP) {
                continue;
            }
            members.add(stream);
            prompts += isPrompt ? 1 : 0;
            length += isPrompt ? PROMPT_TOKEN_NANOS * stream.prompt : PASS_NANOS;
            work += own(stream);
        }
        if (embeddings > random(embeddings)) {
            Stream embedding = start(0);
            members.add(embedding);
            length += PROMPT_TOKEN_NANOS * embedding.prompt;
            work += own(embedding);
        }
        if (refusals > random(refusals)) {
            StreamedRequest refused = start(0).request;
            long end = nowNanos + 1_000_000 + random.nextInt(5_000_000);
            refused.countInput(0, 0, end);
            refused.end(end, OptionalLong.of(0));
        }
        pass(length, work);
        for (Stream stream : members) {
            stream.joules += own(stream) + STEP_JOULES / members.size();
            trueJoules.put(stream.request.id(), stream.joules);
            if (stream.tokens == 0) {
                stream.request.countInput(stream.prompt, 0, nowNanos);
                stream.request.end(nowNanos, OptionalLong.of(0));
                continue;
            }
            if (!isFirstWhole || stream != streams.getFirst()) {
                stream.request.addTokens(nowNanos, 1);
            }
            if (isRemembered) {
                stream.tokenNanos.add(nowNanos);
            }
            if (++stream.made >= stream.tokens) {
                end(stream);
            }
        }
    }

    /** Draws a number, if there is a choice. */
    private double random(double chance) {
        return chance > 0 ? random.nextDouble() : 0;
    }

    private static double own(Stream stream) {
        return stream.made == 0 ? PROMPT_TOKEN_JOULES * stream.prompt : PASS_JOULES;
    }

    private void end(Stream stream) {
        stream.request.countInput(stream.prompt, 0, nowNanos);
        stream.request.end(nowNanos, OptionalLong.of(stream.made));
        if (isRemembered) {
            served.add(served(stream, true));
        }
        streams.set(streams.indexOf(stream), start(drawnTokens()));
    }

    private void pass(long nanos, double work) {
        long end = nowNanos + nanos;
        double watts = work / (nanos / 1e9);
        while (readNanos <= end) {
            while (updateNanos <= readNanos) {
                shownJoules = joules + watts * (updateNanos - nowNanos) / 1e9;
                updateNanos += UPDATE_NANOS;
            }
            if (readNanos < unreadFromNanos || readNanos > unreadUntilNanos) {
                recorder.record(readNanos, readNanos, Math.round(1e3 * shownJoules));
            }
            readNanos += READ_NANOS;
        }
        joules += work;
        nowNanos = end;
    }
}
