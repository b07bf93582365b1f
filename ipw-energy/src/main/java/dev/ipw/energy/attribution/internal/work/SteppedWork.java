package dev.ipw.energy.attribution.internal.work;

import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import dev.ipw.energy.attribution.internal.activity.TokenTimes;
import java.util.Arrays;
import java.util.List;

/**
 * The work of an engine whose steps show in the token times. A step that hides others, with only prompts, is two
 * pieces.
 */
public final class SteppedWork extends WorkSchedule {
    // Steps with a prompt also hold the passes of others.
    private static final double WAITING_FACTOR = 2;

    private final EngineSteps steps;
    private final List<RequestActivity> requests;
    private final PromptGroups groups;
    private final boolean passesWithFirst;
    private final int[] mainPiece;
    private final int[] promptPiece;
    private final double[] stepsOfPiece;
    private final int[] prompts;
    private final int[] passes;
    private final double[] promptTokens;
    private final int[] firstPrompt;
    private int[] promptAt = new int[1024];
    private double[] promptDone = new double[1024];
    private int promptCount;
    private final int[] promptsOf;

    public SteppedWork(EngineSteps steps, List<RequestActivity> requests, PromptGroups groups, StepLayout layout) {
        this.steps = steps;
        this.requests = requests;
        this.groups = groups;
        passesWithFirst = layout.firstTokenLag() > 0;
        mainPiece = new int[steps.count()];
        promptPiece = new int[steps.count()];
        firstPrompt = new int[requests.size()];
        promptsOf = new int[requests.size()];
        double[] counts = new double[2 * steps.count()];
        for (int step = 0; step < steps.count(); step++) {
            addPieces(step, counts);
        }
        int fillers = 0;
        boolean isAnyWaiting = false;
        Arrays.fill(firstPrompt, -1);
        prompts = new int[pieces()];
        promptTokens = new double[pieces()];
        groups.forEachStep(this::place);
        for (int i = 0; i < requests.size(); i++) {
            if (requests.get(i).isContinued() && steps.isStamped(i)) {
                firstPrompt[i] = promptCount;
            } else if (firstPrompt[i] < 0) {
                // Nothing is known about its work.
                firstPrompt[i] = -2 - addPiece(fillerBegin(requests.get(i), isAnyWaiting), requests.get(i).endNanos());
                isAnyWaiting |= isWaiting(requests.get(i));
                fillers++;
            }
        }
        stepsOfPiece = Arrays.copyOf(counts, pieces());
        passes = new int[pieces() - fillers];
        countPasses();
        sumUp(requests.size());
    }

    private static boolean isWaiting(RequestActivity request) {
        return request.goesOn() && request.firstTokenNanos().isEmpty();
    }

    /** Of requests that wait for their first token beyond the end, the prompt of the earliest is processed just then. */
    private long fillerBegin(RequestActivity request, boolean isAnyWaiting) {
        double nanos = WAITING_FACTOR * groups.nanosPerToken() * request.computedInputTokens();
        if (!isWaiting(request) || nanos <= 0) {
            return request.startNanos();
        }
        return isAnyWaiting
                ? request.endNanos()
                : Math.max(request.startNanos(), request.endNanos() - Math.round(nanos));
    }

    @Override
    public boolean isBlurred() {
        return groups.isBlurred();
    }

    private void addPieces(int step, double[] counts) {
        int hidden = groups.hiddenSteps(step);
        long begin = steps.beginNanos(step);
        if (hidden == 0) {
            mainPiece[step] = addPiece(begin, steps.endNanos(step));
            counts[mainPiece[step]] = 1;
            promptPiece[step] = mainPiece[step];
        } else if (groups.trailingSteps(step) == 0) {
            mainPiece[step] = addPiece(begin, steps.endNanos(step));
            counts[mainPiece[step]] = hidden;
            promptPiece[step] = mainPiece[step];
        } else {
            long border = Math.min(steps.endNanos(step), begin + groups.hiddenNanos(step));
            promptPiece[step] = addPiece(begin, border);
            counts[promptPiece[step]] = hidden;
            mainPiece[step] = addPiece(border, steps.endNanos(step));
            counts[mainPiece[step]] = groups.trailingSteps(step);
        }
    }

    /** Assigns the tokens of a group to its requests, earliest first. */
    private void place(List<Integer> members, int[] at, double[] tokens, int count) {
        double all = 0;
        for (int i = 0; i < count; i++) {
            all += tokens[i];
        }
        double asked = members.stream().mapToDouble(one -> requests.get(one).computedInputTokens()).sum();
        int next = 0;
        double left = count > 0 ? tokens[0] : 0;
        for (int index = 0; index < members.size(); index++) {
            int request = members.get(index);
            double own = asked > 0 ? all * requests.get(request).computedInputTokens() / asked : 0;
            firstPrompt[request] = promptCount;
            boolean isLast = index == members.size() - 1;
            while (next < count - 1 && (isLast || own > left)) {
                addPrompt(at[next], left);
                own -= left;
                left = tokens[++next];
            }
            addPrompt(at[next], Math.max(0, own));
            left -= own;
            if (next < count - 1) {
                // Each prompt ends in the last step of its group.
                addPrompt(at[count - 1], 0);
            }
            promptsOf[request] = promptCount - firstPrompt[request];
        }
    }

    private void addPrompt(int step, double tokens) {
        if (promptCount == promptAt.length) {
            promptAt = Arrays.copyOf(promptAt, promptCount * 2);
            promptDone = Arrays.copyOf(promptDone, promptCount * 2);
        }
        promptAt[promptCount] = promptPiece[step];
        promptDone[promptCount++] = tokens;
        prompts[promptPiece[step]]++;
        promptTokens[promptPiece[step]] += tokens;
    }

    private void countPasses() {
        for (int i = 0; i < requests.size(); i++) {
            for (int moment = firstPass(i); steps.isStamped(i) && moment < steps.moments(i); moment++) {
                passes[mainPiece[steps.step(i, moment)]]++;
            }
            if (!steps.isStamped(i) && firstPrompt[i] >= 0 && !requests.get(i).isPromptOnly()) {
                for (int step = firstUnstamped(i); step <= lastUnstamped(i); step++) {
                    passes[mainPiece[step]]++;
                }
            }
        }
    }

    /** Returns the first of a request's moments that shows a pass of its own, besides its prompt's last step. */
    private int firstPass(int request) {
        return passesWithFirst || requests.get(request).isContinued() ? 0 : 1;
    }

    /** Returns the first step that may have made a token of a request without token times. */
    private int firstUnstamped(int request) {
        return steps.at(requests.get(request).firstTokenNanos().orElse(requests.get(request).startNanos()) + 1);
    }

    private int lastUnstamped(int request) {
        int last = steps.at(requests.get(request).endNanos());
        return steps.isIn(last, request) && steps.beginNanos(last) < requests.get(request).endNanos() ? last : last - 1;
    }

    @Override
    public void forEachPart(int request, double[] row, Visitor visitor) {
        if (firstPrompt[request] < 0) {
            visitUnknown(request, row, visitor);
            return;
        }
        double firstTokens = steps.isStamped(request)
                ? requests.get(request).tokens().tokensOfMoment(0, requests.get(request).outputTokens())
                : Math.min(1, requests.get(request).outputTokens());
        visitPrompt(request, passesWithFirst && steps.isStamped(request) ? 0 : firstTokens, row, visitor);
        if (steps.isStamped(request)) {
            visitPasses(request, row, visitor);
        } else if (!requests.get(request).isPromptOnly()) {
            visitUnstamped(request, row, visitor);
        }
    }

    private void visitUnknown(int request, double[] row, Visitor visitor) {
        RequestActivity activity = requests.get(request);
        Arrays.fill(row, 0);
        row[Work.PROMPT_TOKENS] = activity.computedInputTokens();
        row[Work.TOKENS] = activity.outputTokens();
        row[Work.PASSES] = activity.outputTokens();
        row[Work.CONTEXT_TOKENS] = activity.outputTokens()
                * (activity.contextTokens() + activity.outputTokens() / 2.0);
        row[Work.SECONDS] = (activity.endNanos() - activity.startNanos()) / 1e9;
        row[Work.OWN_SECONDS] = row[Work.SECONDS];
        visitor.part(-2 - firstPrompt[request], true, row);
    }

    private void visitPrompt(int request, double firstTokens, double[] row, Visitor visitor) {
        int from = firstPrompt[request];
        double done = 0;
        for (int i = from; i < from + promptsOf[request]; i++) {
            done += promptDone[i];
        }
        double position = Math.max(0, requests.get(request).inputTokens() - done);
        for (int i = from; i < from + promptsOf[request]; i++) {
            int piece = promptAt[i];
            double tokens = promptDone[i];
            double members = prompts[piece] + passes[piece];
            double own = stepsOfPiece[piece] > 1
                    ? (stepsOfPiece[piece] - 1)
                            * (promptTokens[piece] > 0 ? tokens / promptTokens[piece] : 1.0 / prompts[piece])
                            + 1 / members
                    : 1 / members;
            Arrays.fill(row, 0);
            row[Work.STEPS] = own;
            row[Work.PROMPT_TOKENS] = tokens;
            row[Work.PROMPT_PAIRS] = tokens * (position + tokens / 2);
            row[Work.SECONDS] = own / stepsOfPiece[piece] * seconds(piece);
            row[Work.OWN_SECONDS] = seconds(piece);
            row[Work.TOKENS] = i == from + promptsOf[request] - 1 ? firstTokens : 0;
            position += tokens;
            visitor.part(piece, true, row);
        }
    }

    private void visitPasses(int request, double[] row, Visitor visitor) {
        RequestActivity activity = requests.get(request);
        TokenTimes tokens = activity.tokens();
        double context = activity.contextTokens();
        int moment = 0;
        for (int i = 0; i < tokens.size(); i = tokens.nextMoment(i)) {
            double count = tokens.tokensOfMoment(i, activity.outputTokens());
            if (moment >= firstPass(request)) {
                visitPass(mainPiece[steps.step(request, moment)], 1, context, count, row,
                        visitor);
            }
            context += count;
            moment++;
        }
    }

    private void visitUnstamped(int request, double[] row, Visitor visitor) {
        RequestActivity activity = requests.get(request);
        int from = firstUnstamped(request);
        int to = lastUnstamped(request);
        double rest = Math.max(0, activity.outputTokens() - 1);
        for (int step = from; step <= to; step++) {
            double each = rest / (to - from + 1);
            visitPass(mainPiece[step], each, activity.contextTokens() + (step - from) * each, each, row, visitor);
        }
    }

    private void visitPass(int piece, double count, double context, double tokens, double[] row, Visitor visitor) {
        double share = 1.0 / (passes[piece] + prompts[piece]);
        row[Work.STEPS] = (stepsOfPiece[piece] > 1 && prompts[piece] > 0 ? 1 : stepsOfPiece[piece]) * share;
        row[Work.PROMPT_TOKENS] = 0;
        row[Work.PASSES] = count;
        row[Work.CONTEXT_TOKENS] = count * context;
        row[Work.PROMPT_PAIRS] = 0;
        row[Work.SECONDS] = row[Work.STEPS] / stepsOfPiece[piece] * seconds(piece);
        row[Work.TOKENS] = tokens;
        row[Work.OWN_SECONDS] = seconds(piece);
        visitor.part(piece, false, row);
    }
}
