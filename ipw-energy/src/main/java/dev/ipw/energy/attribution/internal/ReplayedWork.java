package dev.ipw.energy.attribution.internal;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The work of an engine where token times do not show its steps. The durations of answers give the duration of a step
 * (its constant part, and its parts for each request and for their context), and the duration of a prompt token that
 * others wait for. Prompts are placed backwards from first tokens into free time, and steps into the rest, so that each
 * answer has one for each of its further tokens. Requests of which only the time is known, where all overlapping ones
 * are like that, are worked on all the time.
 */
final class ReplayedWork extends WorkSchedule {
    private static final int ROUNDS = 12;
    private static final double MAX_CHANGE = 2;
    // If there were more pieces of requests than this to visit, borders are rounded so that they are fewer.
    private static final long MAX_PARTS = 20_000_000;

    private final List<RequestActivity> requests;
    private final boolean[] isTimeOnly;
    private final long[] first;
    private final long[] end;
    private final int[] firstPiece;
    private final int[] answerPiece;
    private final int[] endPiece;
    private final long[] promptBegin;
    private final long[] promptEnd;
    private final double[] stepNanos;
    private double[] stepsBefore = {};
    private int[] members = {};
    private double[] steps = {};

    ReplayedWork(List<RequestActivity> requests, boolean[] isTimeOnly) {
        this.requests = requests;
        this.isTimeOnly = isTimeOnly;
        int count = requests.size();
        first = FirstTokens.of(requests);
        Arrays.setAll(first, i -> isTimeOnly[i] ? requests.get(i).endNanos() : first[i]);
        end = requests.stream().mapToLong(RequestActivity::endNanos).toArray();
        firstPiece = new int[count];
        answerPiece = new int[count];
        endPiece = new int[count];
        promptBegin = new long[count];
        promptEnd = new long[count];
        stepNanos = AnswerTimes.fit(requests, first);
        layPrompts();
        cut();
        laySteps();
        sumUp(count);
    }

    private void layPrompts() {
        int[] order = IntStream.range(0, first.length).boxed().sorted((a, b) -> Long.compare(first[b], first[a]))
                .mapToInt(Integer::intValue).toArray();
        long free = Long.MAX_VALUE;
        for (int request : order) {
            RequestActivity activity = requests.get(request);
            long ready = Math.min(first[request],
                    activity.prefillStartNanos().orElse(activity.startNanos()));
            if (isTimeOnly[request]) {
                promptBegin[request] = ready;
                promptEnd[request] = first[request];
                continue;
            }
            long length = Math.round(stepNanos[0] + stepNanos[1]
                    + stepNanos[3] * activity.computedInputTokens());
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
        if (parts > MAX_PARTS) {
            round(Math.max(1, (long) (open / MAX_PARTS)));
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
        int count = pieces();
        int[] answering = new int[count + 1];
        double[] context = new double[count + 1];
        double[] prompt = new double[count + 1];
        int[] prompting = new int[count + 1];
        for (int i = 0; i < first.length; i++) {
            RequestActivity activity = requests.get(i);
            if (rest(i) > 0) {
                answering[answerPiece[i]]++;
                answering[endPiece[i]]--;
                context[answerPiece[i]] += activity.inputTokens() + activity.outputTokens() / 2.0;
                context[endPiece[i]] -= activity.inputTokens() + activity.outputTokens() / 2.0;
            }
            int last = promptEndPiece(i);
            if (firstPiece[i] < last) {
                double share = Math.min(1, stepNanos[3] * activity.computedInputTokens()
                        / Math.max(1, promptEnd[i] - promptBegin[i]));
                prompting[firstPiece[i]]++;
                prompting[last]--;
                prompt[firstPiece[i]] += share;
                prompt[last] -= share;
            }
        }
        members = new int[count];
        steps = new double[count];
        int now = 0;
        int prompts = 0;
        double read = 0;
        double busy = 0;
        for (int piece = 0; piece < count; piece++) {
            now += answering[piece];
            prompts += prompting[piece];
            read += context[piece];
            busy += prompt[piece];
            members[piece] = now + prompts;
            double nanos = stepNanos[0] + stepNanos[1] * Math.max(1, now) + stepNanos[2] * Math.max(0, read);
            steps[piece] = members[piece] > 0 && nanos > 0
                    ? (1 - Math.clamp(busy, 0, 1)) * (endNanos(piece) - beginNanos(piece)) / nanos
                    : 0;
            steps[piece] += members[piece] > 0 ? 1e-3 * seconds(piece) : 0;
        }
        stepsBefore = new double[count + 1];
        for (int round = 0; round < ROUNDS; round++) {
            sumSteps();
            rescale();
        }
        sumSteps();
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
        double[] wanted = new double[steps.length + 1];
        int[] asked = new int[steps.length + 1];
        for (int i = 0; i < first.length; i++) {
            double found = steps(i);
            if (found > 0 && rest(i) > 0) {
                double change = Math.clamp(rest(i) / found, 1 / MAX_CHANGE, MAX_CHANGE);
                wanted[answerPiece[i]] += change;
                wanted[endPiece[i]] -= change;
                asked[answerPiece[i]]++;
                asked[endPiece[i]]--;
            }
        }
        double sum = 0;
        int count = 0;
        for (int piece = 0; piece < steps.length; piece++) {
            sum += wanted[piece];
            count += asked[piece];
            steps[piece] *= count > 0 ? Math.max(1 / MAX_CHANGE, sum / count) : 1;
        }
    }

    @Override
    void forEachPart(int request, double[] row, Visitor visitor) {
        RequestActivity activity = requests.get(request);
        int last = promptEndPiece(request);
        double length = Math.max(0, promptEnd[request] - promptBegin[request]);
        double done = 0;
        double tokens = activity.computedInputTokens();
        double cached = activity.inputTokens() - tokens;
        for (int piece = firstPiece[request]; piece < last; piece++) {
            double share = length > 0 ? (endNanos(piece) - beginNanos(piece)) / length : 1;
            Arrays.fill(row, 0);
            fillSteps(piece, row);
            row[Work.PROMPT_TOKENS] = share * tokens;
            row[Work.PROMPT_PAIRS] = share * tokens * (cached + done + share * tokens / 2);
            row[Work.TOKENS] = piece == last - 1 ? Math.min(1, activity.outputTokens()) : 0;
            done += share * tokens;
            visitor.part(piece, true, row);
        }
        double all = steps(request);
        for (int piece = answerPiece[request]; piece < endPiece[request] && rest(request) > 0; piece++) {
            double share = all > 0 ? steps[piece] / all : 0;
            double before = all > 0 ? (stepsBefore[piece] - stepsBefore[answerPiece[request]]) / all : 0;
            double passes = share * rest(request);
            Arrays.fill(row, 0);
            fillSteps(piece, row);
            row[Work.PASSES] = passes;
            row[Work.CONTEXT_TOKENS] = passes * (activity.inputTokens() + (before + share / 2) * rest(request));
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
