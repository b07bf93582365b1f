package dev.ipw.energy.attribution;

/**
 * Say what was done for one request in a stretch of time. Its prompt is worked through from the moment it is taken up
 * to its first token; each further token is made during the engine step that ends with its stamp, with those of the same
 * stamp in one. Without stamps the tokens are spread evenly. Stretches are asked for in their order.
 */
final class RequestWork {
    private final RequestActivity request;
    private final EngineSteps steps;
    private final long prefillStartNanos;
    private final long firstTokenNanos;
    private double prefillNanosBefore;
    private double prefillNanos = -1;
    private long sharedUpTo = Long.MIN_VALUE;
    private double shareUpTo;
    private int prefillStep;
    private int stamp = 1;
    private int stampStep = -1;
    private int lastStampStep;
    private double made;

    RequestWork(RequestActivity request, long prefillStartNanos, EngineSteps steps) {
        this.request = request;
        this.steps = steps;
        this.prefillStartNanos = prefillStartNanos;
        boolean split = request.firstTokenNanos().isPresent();
        firstTokenNanos = split ? request.firstTokenNanos().getAsLong() : request.endNanos();
        made = request.tokens().size() > 0 ? request.tokens().tokens(0, request.outputTokens()) : 1;
    }

    long prefillStartNanos() {
        return prefillStartNanos;
    }

    long firstTokenNanos() {
        return firstTokenNanos;
    }

    /** Add what was done before the first token. A request without one spends all its time there, tokens and all. */
    void prefill(long from, long to, Work into) {
        double share = prefillShare(from, to);
        if (share <= 0) {
            return;
        }
        into.addPrefillTokens(share * request.computedInputTokens());
        if (request.firstTokenNanos().isEmpty()) {
            into.addDecodeTokens(share * request.outputTokens(), context(request.outputTokens() / 2.0));
        } else if (request.tokens().size() > 0) {
            addEngineSteps(Math.max(from, prefillStartNanos), Math.min(to, firstTokenNanos), into);
        }
    }

    /** Tell which share of the prompt was worked through: as the engine's steps say, or else evenly. */
    private double prefillShare(long from, long to) {
        if (from >= firstTokenNanos || to < prefillStartNanos) {
            return 0;
        }
        if (request.tokens().size() > 0 && request.firstTokenNanos().isPresent()) {
            if (prefillNanos < 0) {
                prefillNanosBefore = steps.prefillNanos(prefillStartNanos);
                prefillNanos = steps.prefillNanos(firstTokenNanos) - prefillNanosBefore;
            }
            if (prefillNanos > 0) {
                double before = from == sharedUpTo ? shareUpTo : prefillShareBy(from);
                sharedUpTo = to;
                shareUpTo = prefillShareBy(to);
                return shareUpTo - before;
            }
        }
        return share(from, to, prefillStartNanos, firstTokenNanos);
    }

    private double prefillShareBy(long nanos) {
        return Math.clamp((steps.prefillNanos(nanos) - prefillNanosBefore) / prefillNanos, 0, 1);
    }

    private void addEngineSteps(long from, long to, Work into) {
        prefillStep = steps.at(from, prefillStep);
        for (int step = prefillStep; step < steps.count() && steps.beginNanos(step) < to; step++) {
            addEngineSteps(step, share(from, to, steps.beginNanos(step), steps.endNanos(step)), into);
        }
    }

    /** Add the request's part of a share of a step. */
    private void addEngineSteps(int step, double share, Work into) {
        double part = share / Math.max(1, steps.members(step));
        into.addEngineSteps(part, part * (steps.endNanos(step) - steps.beginNanos(step)) / 1e9);
    }

    /** Add what was done from the first token on. */
    void decode(long from, long to, Work into) {
        TokenTimes tokens = request.tokens();
        if (request.firstTokenNanos().isEmpty()) {
            return;
        }
        if (tokens.size() < 2) {
            double share = share(from, to, firstTokenNanos, request.endNanos());
            double rest = Math.max(0, request.outputTokens() - 1);
            into.addDecodeTokens(share * rest, context(rest / 2));
            return;
        }
        while (stamp < tokens.size()) {
            int step = step(tokens);
            long begin = Math.max(steps.beginNanos(step), tokens.nanos(stamp - 1));
            long end = Math.max(begin, steps.endNanos(step));
            if (begin >= to) {
                return;
            }
            double share = share(from, to, begin, end);
            double count = tokens.tokensOfMoment(stamp, request.outputTokens());
            if (tokens.nanos(stamp) > tokens.nanos(stamp - 1)) {
                addEngineSteps(step, share, into);
            }
            into.addDecodeTokens(share * count, share, context(made));
            if (end > to) {
                return;
            }
            made += count;
            stamp = tokens.nextMoment(stamp);
            stampStep = -1;
        }
    }

    private int step(TokenTimes tokens) {
        if (stampStep < 0) {
            stampStep = Math.min(steps.at(tokens.nanos(stamp), lastStampStep), steps.count() - 1);
            lastStampStep = stampStep;
        }
        return stampStep;
    }

    private double context(double generated) {
        return request.inputTokens() + generated;
    }

    /** Tell which share of a piece of work lies in a stretch; one that takes no time lies where it ends. */
    private static double share(long from, long to, long begin, long end) {
        if (end <= begin) {
            return end > from && end <= to ? 1 : 0;
        }
        return Math.max(0, (double) (Math.min(to, end) - Math.max(from, begin)) / (end - begin));
    }
}
