package dev.ipw.energy.attribution.internal.work;

import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The work of an engine where token times do not show its steps. The durations of answers give the duration of a step
 * (its constant part, and its parts for each request and for their context), and the duration of a prompt token that
 * others wait for. Prompts are placed backwards from first tokens into free time, and steps into the rest, so that each
 * answer has one for each of its further tokens. Requests of which only the time is known, where all overlapping ones
 * are like that, are worked on all the time.
 */
public final class ReplayedWork extends WorkSchedule {
    // The quantile of the times of a token, for answers whose first token is unknown.
    private static final double TYPICAL_PLACE = 0.2;
    private static final int ROUNDS = 12;
    private static final double MAX_CHANGE = 2;
    // Rescaling needs steps also where prompts leave no time for them.
    private static final double MIN_STEPS_PER_SECOND = 1e-3;
    /** The usual maximum of {@code maxParts}. */
    public static final long MAX_PARTS = 20_000_000;

    private final List<RequestActivity> requests;
    private final boolean[] isTimeOnly;
    private final long maxParts;
    private final long[] first;
    private final long[] end;
    private final int[] firstPiece;
    private final int[] answerPiece;
    private final int[] endPiece;
    private final long[] promptBegin;
    private final long[] promptEnd;
    private final AnswerTimes times;
    private double[] stepsBefore = {};
    private int[] members = {};
    private double[] steps = {};

    /**
     * Simulates the steps.
     *
     * @param isTimeOnly whether only the time of a request is known
     * @param maxParts   the number of pieces of requests beyond which borders are rounded, so that they are fewer
     */
    public ReplayedWork(List<RequestActivity> requests, boolean[] isTimeOnly, long maxParts) {
        this.requests = requests;
        this.isTimeOnly = isTimeOnly;
        this.maxParts = maxParts;
        int count = requests.size();
        first = firstTokens(requests);
        Arrays.setAll(first, i -> isTimeOnly[i] ? requests.get(i).endNanos() : first[i]);
        end = requests.stream().mapToLong(RequestActivity::endNanos).toArray();
        firstPiece = new int[count];
        answerPiece = new int[count];
        endPiece = new int[count];
        promptBegin = new long[count];
        promptEnd = new long[count];
        times = AnswerTimes.fit(requests, first);
        layPrompts();
        cut();
        laySteps();
        sumUp(count);
    }

    /** Returns the time of each first token, estimated from the other tokens' times if it is unknown. */
    private static long[] firstTokens(List<RequestActivity> requests) {
        double[] perToken = requests.stream().filter(request -> request.outputTokens() > 1)
                .mapToDouble(request -> (double) (request.endNanos() - request.firstTokenNanos()
                        .orElse(request.startNanos())) / (request.outputTokens() - 1))
                .filter(nanos -> nanos > 0).sorted().toArray();
        double typical = perToken.length == 0 ? 0 : perToken[(int) (TYPICAL_PLACE * (perToken.length - 1))];
        long[] first = new long[requests.size()];
        Arrays.setAll(first, i -> {
            RequestActivity request = requests.get(i);
            boolean isKnown = request.firstTokenNanos().isPresent()
                    && (request.outputTokens() <= 1 || request.firstTokenNanos().getAsLong() < request.endNanos());
            long estimate = request.endNanos() - (long) (typical * Math.max(0, request.outputTokens() - 1));
            return isKnown
                    ? request.firstTokenNanos().getAsLong()
                    : Math.clamp(estimate, request.startNanos(), request.endNanos());
        });
        return first;
    }

    private void layPrompts() {
        int[] order = IntStream.range(0, first.length).boxed().sorted((a, b) -> Long.compare(first[b], first[a]))
                .mapToInt(Integer::intValue).toArray();
        long free = Long.MAX_VALUE;
        for (int request : order) {
            RequestActivity activity = requests.get(request);
            long ready = Math.min(first[request],
                    activity.prefillStartNanos().orElse(activity.startNanos()));
            if (isTimeOnly[request] || activity.isContinued()) {
                promptBegin[request] = ready;
                promptEnd[request] = first[request];
                continue;
            }
            long length = Math.round(times.constantNanos() + times.requestNanos()
                    + times.promptTokenNanos() * activity.computedInputTokens());
            long to = Math.min(first[request], free);
            if (to <= ready) {
                to = first[request];
            }
            promptEnd[request] = to;
            promptBegin[request] = Math.max(ready, to - length);
            free = Math.min(free, promptBegin[request]);
        }
    }

    /**
     * Cuts time at each start and end, or close to it if so many requests are open at once that exact cuts would take
     * long.
     */
    private void cut() {
        long[] sorted = place();
        long parts = 0;
        double open = 0;
        for (int i = 0; i < first.length; i++) {
            parts += endPiece[i] - firstPiece[i];
            open += end[i] - promptBegin[i];
        }
        if (parts > maxParts) {
            round(Math.max(1, (long) (open / maxParts)));
            sorted = place();
        }
        for (int i = 0; i + 1 < sorted.length; i++) {
            addPiece(sorted[i], sorted[i + 1]);
        }
        if (sorted.length == 1) {
            addPiece(sorted[0], sorted[0]);
        }
    }

    private void round(long grid) {
        for (int i = 0; i < first.length; i++) {
            promptBegin[i] = Math.floorDiv(promptBegin[i], grid) * grid;
            promptEnd[i] = Math.floorDiv(promptEnd[i], grid) * grid;
            first[i] = Math.floorDiv(first[i], grid) * grid;
            // An answer keeps at least one piece.
            end[i] = Math.max(first[i] + grid, Math.floorDiv(end[i], grid) * grid);
        }
    }

    /** Finds the borders around each request. */
    private long[] place() {
        long[] cuts = new long[4 * first.length];
        for (int i = 0; i < first.length; i++) {
            cuts[4 * i] = promptBegin[i];
            cuts[4 * i + 1] = promptEnd[i];
            cuts[4 * i + 2] = first[i];
            cuts[4 * i + 3] = end[i];
        }
        long[] sorted = Arrays.stream(cuts).sorted().distinct().toArray();
        for (int i = 0; i < first.length; i++) {
            firstPiece[i] = at(sorted, promptBegin[i]);
            answerPiece[i] = at(sorted, first[i]);
            endPiece[i] = at(sorted, end[i]);
        }
        return sorted;
    }

    private static int at(long[] sorted, long nanos) {
        return Math.min(Arrays.binarySearch(sorted, nanos), Math.max(1, sorted.length - 1));
    }

    private int promptEndPiece(int request) {
        int piece = firstPiece[request];
        while (piece < pieces() && beginNanos(piece) < promptEnd[request]) {
            piece++;
        }
        // A prompt that took no time lies in the piece that begins then.
        return Math.min(pieces(), Math.max(piece, firstPiece[request] + 1));
    }

    private void laySteps() {
        steps = new double[pieces()];
        members = new int[pieces()];
        stepsBefore = new double[pieces() + 1];
        double[] answering = answers(activity -> 1);
        double[] context = answers(activity -> activity.contextTokens() + activity.outputTokens() / 2.0);
        double[] prompting = prompts(request -> 1);
        double[] promptShares = prompts(this::promptShare);
        for (int piece = 0; piece < steps.length; piece++) {
            members[piece] = (int) (answering[piece] + prompting[piece]);
            if (members[piece] > 0) {
                double nanos = times.stepNanos(answering[piece], context[piece]);
                steps[piece] = nanos > 0
                        ? (1 - Math.clamp(promptShares[piece], 0, 1)) * (endNanos(piece) - beginNanos(piece)) / nanos
                        : 0;
                steps[piece] += MIN_STEPS_PER_SECOND * seconds(piece);
            }
        }
        for (int round = 0; round < ROUNDS; round++) {
            sumSteps();
            rescale();
        }
        sumSteps();
    }

    /** Returns the sum of a value over the requests that are answered in each piece. */
    private double[] answers(ToDoubleFunction<RequestActivity> value) {
        PieceSums sums = new PieceSums(pieces());
        for (int i = 0; i < first.length; i++) {
            if (rest(i) > 0) {
                sums.add(answerPiece[i], endPiece[i], value.applyAsDouble(requests.get(i)));
            }
        }
        return sums.toArray();
    }

    /** Returns the sum of a value over the requests whose prompts are processed in each piece. */
    private double[] prompts(IntToDoubleFunction value) {
        PieceSums sums = new PieceSums(pieces());
        for (int i = 0; i < first.length; i++) {
            int last = promptEndPiece(i);
            if (firstPiece[i] < last) {
                sums.add(firstPiece[i], last, value.applyAsDouble(i));
            }
        }
        return sums.toArray();
    }

    /** Returns the share of the engine's time that a request's prompt needs while it is processed. */
    private double promptShare(int request) {
        return Math.min(1, times.promptTokenNanos() * requests.get(request).computedInputTokens()
                / Math.max(1, promptEnd[request] - promptBegin[request]));
    }

    private void sumSteps() {
        for (int piece = 0; piece < steps.length; piece++) {
            stepsBefore[piece + 1] = stepsBefore[piece] + steps[piece];
        }
    }

    private double steps(int request) {
        return stepsBefore[endPiece[request]] - stepsBefore[answerPiece[request]];
    }

    private double rest(int request) {
        return Math.max(0, requests.get(request).outputTokens() - 1);
    }

    /** Changes the number of steps of each piece towards the number that the requests answering in it need. */
    private void rescale() {
        PieceSums changes = new PieceSums(steps.length);
        PieceSums requestsOf = new PieceSums(steps.length);
        for (int i = 0; i < first.length; i++) {
            double found = steps(i);
            if (found > 0 && rest(i) > 0) {
                changes.add(answerPiece[i], endPiece[i], Math.clamp(rest(i) / found, 1 / MAX_CHANGE, MAX_CHANGE));
                requestsOf.add(answerPiece[i], endPiece[i], 1);
            }
        }
        double[] change = changes.toArray();
        double[] count = requestsOf.toArray();
        for (int piece = 0; piece < steps.length; piece++) {
            steps[piece] *= count[piece] > 0 ? Math.max(1 / MAX_CHANGE, change[piece] / count[piece]) : 1;
        }
    }

    /** The sums, in each piece, of values that each hold over consecutive pieces. */
    private static final class PieceSums {
        private final double[] changes;

        PieceSums(int pieces) {
            changes = new double[pieces + 1];
        }

        void add(int from, int to, double value) {
            changes[from] += value;
            changes[to] -= value;
        }

        double[] toArray() {
            double[] sums = new double[changes.length - 1];
            double sum = 0;
            for (int piece = 0; piece < sums.length; piece++) {
                sum += changes[piece];
                sums[piece] = sum;
            }
            return sums;
        }
    }

    @Override
    public void forEachPart(int request, double[] row, Visitor visitor) {
        forEachPart(request, new PieceRange(0, pieces()), row, visitor);
    }

    @Override
    public void forEachPart(int request, PieceRange pieces, double[] row, Visitor visitor) {
        if (endPiece[request] < pieces.from() || firstPiece[request] >= pieces.to()) {
            return;
        }
        RequestActivity activity = requests.get(request);
        int last = promptEndPiece(request);
        double length = Math.max(0, promptEnd[request] - promptBegin[request]);
        double done = 0;
        double tokens = activity.computedInputTokens();
        double cached = activity.inputTokens() - tokens;
        for (int piece = firstPiece[request]; piece < Math.min(last, pieces.to()); piece++) {
            double share = length > 0 ? (endNanos(piece) - beginNanos(piece)) / length : 1;
            if (piece >= pieces.from()) {
                fillSteps(piece, row);
                row[Work.PROMPT_TOKENS] = share * tokens;
                row[Work.PASSES] = 0;
                row[Work.CONTEXT_TOKENS] = 0;
                row[Work.PROMPT_PAIRS] = share * tokens * (cached + done + share * tokens / 2);
                row[Work.TOKENS] = piece == last - 1 ? Math.min(1, activity.outputTokens()) : 0;
                visitor.part(piece, true, row);
            }
            done += share * tokens;
        }
        double rest = rest(request);
        double all = steps(request);
        double context = activity.contextTokens();
        double earlier = stepsBefore[answerPiece[request]];
        int end = rest > 0 ? Math.min(endPiece[request], pieces.to()) : 0;
        for (int piece = Math.max(answerPiece[request], pieces.from()); piece < end; piece++) {
            double share = all > 0 ? steps[piece] / all : 0;
            double before = all > 0 ? (stepsBefore[piece] - earlier) / all : 0;
            double passes = share * rest;
            fillSteps(piece, row);
            row[Work.PROMPT_TOKENS] = 0;
            row[Work.PASSES] = passes;
            row[Work.CONTEXT_TOKENS] = passes * (context + (before + share / 2) * rest);
            row[Work.PROMPT_PAIRS] = 0;
            row[Work.TOKENS] = passes;
            visitor.part(piece, false, row);
        }
    }

    private void fillSteps(int piece, double[] row) {
        row[Work.STEPS] = steps[piece] / members[piece];
        row[Work.SECONDS] = seconds(piece) / members[piece];
        row[Work.OWN_SECONDS] = seconds(piece);
    }
}
