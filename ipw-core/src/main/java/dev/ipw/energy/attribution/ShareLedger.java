package dev.ipw.energy.attribution;

import dev.ipw.energy.EnergySteps;
import dev.ipw.energy.curve.EnergyCurve;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

/**
 * Book every joule of a device to a request, to idle time or to nobody. While one request is open it gets all; those that
 * overlap share what was used between two edges of the counter by their weights. Several rules are booked side by side.
 */
final class ShareLedger implements Sweep.Visitor {
    private final EnergyCurve curve;
    private final EnergySteps steps;
    private final List<RequestWork> works;
    private final List<RequestActivity> requests;
    private final List<Rule> rules;
    private final OptionalInt fittedRule;
    private final ShareDoubt doubt;
    private final double[][] prefillJoules;
    private final double[][] decodeJoules;
    private final double[] idleSeconds;
    private final boolean[] shared;
    private final boolean[] uncharged;
    private final boolean[] inBlock;
    private final double[] fairSecondsPrefill;
    private final boolean[] stepTouched;
    private int[] members = new int[64];
    private int memberCount;
    private long blockStart;
    private double blockJoules;
    private double joulesNow;
    private double fairSeconds;
    private double idleJoules;
    private double otherJoules;
    private int step = -1;
    private double blockWorkingSeconds;
    private Work[] before = {};
    private Work[] after = {};
    private final Work promptSteps = new Work();
    private double[] prefillWeights = {};
    private double[] decodeWeights = {};

    /** Weigh part of what was done for a request in a block. */
    interface Rule {
        /**
         * Weigh.
         *
         * @param work           the part
         * @param requestSeconds how long the whole request was worked on in the block
         * @param fairShare      the seconds in which the device worked, by those in which requests were worked on
         * @return the weight
         */
        double weigh(Work work, double requestSeconds, double fairShare);
    }

    /**
     * Open the books.
     *
     * @param rules      the rule that is used first
     * @param fittedRule which of them, if any, weighs in joules as fitted to the run
     */
    ShareLedger(EnergyCurve curve, EnergySteps steps, List<RequestActivity> requests, List<RequestWork> works,
            List<Rule> rules, OptionalInt fittedRule, boolean[] stepTouched, long startNanos) {
        this.curve = curve;
        this.steps = steps;
        this.requests = requests;
        this.works = works;
        this.rules = rules;
        this.fittedRule = fittedRule;
        doubt = new ShareDoubt(curve, works.size());
        this.stepTouched = stepTouched;
        prefillJoules = new double[rules.size()][works.size()];
        decodeJoules = new double[rules.size()][works.size()];
        idleSeconds = new double[works.size()];
        shared = new boolean[works.size()];
        uncharged = new boolean[works.size()];
        inBlock = new boolean[works.size()];
        fairSecondsPrefill = new double[works.size()];
        joulesNow = curve.joulesAt(startNanos);
    }

    @Override
    public void interval(long from, long to, Sweep.Open open) {
        // The curve never falls, but its last digits may.
        double joulesThen = Math.max(joulesNow, curve.joulesAt(to));
        double joules = joulesThen - joulesNow;
        joulesNow = joulesThen;
        boolean isCharged = step < 0 || !isUncharged(step);
        if (open.working() > 0 && isCharged) {
            fairSeconds += (to - from) / 1e9 / open.working();
        }
        if (open.count() == 0) {
            closeBlock(from);
            idleJoules += joules;
        } else if (!isCharged) {
            closeBlock(from);
            otherJoules += joules;
            for (int i = 0; i < open.count(); i++) {
                uncharged[open.request(i)] = true;
            }
        } else if (open.count() == 1) {
            closeBlock(from);
            int request = open.request(0);
            double[][] phase = open.isAnswering(request) ? decodeJoules : prefillJoules;
            for (int rule = 0; rule < rules.size(); rule++) {
                phase[rule][request] += joules;
            }
            doubt.add(request, from, to, 1);
        } else {
            addToBlock(from, joules, open);
            blockWorkingSeconds += open.working() > 0 ? (to - from) / 1e9 : 0;
        }
    }

    /** Nobody is charged where it is not known when within a gap of the readings the joules were used. */
    private boolean isUncharged(int at) {
        return steps.isUnknown(at) || (steps.isGap(at) && stepTouched[at]);
    }

    private void addToBlock(long from, double joules, Sweep.Open open) {
        if (memberCount == 0) {
            blockStart = from;
            blockJoules = 0;
            blockWorkingSeconds = 0;
            int sharing = open.working() > 0 ? open.working() : open.count();
            for (int i = 0; i < sharing; i++) {
                join(open.request(i));
            }
        }
        blockJoules += joules;
    }

    private void join(int request) {
        if (!inBlock[request]) {
            inBlock[request] = true;
            if (memberCount == members.length) {
                members = Arrays.copyOf(members, memberCount * 2);
            }
            members[memberCount++] = request;
        }
    }

    @Override
    public void started(int request, Sweep.Open open) {
        if (open.count() > 1) {
            shared[request] = true;
            shared[open.request(open.count() == 2 && open.request(0) == request ? 1 : 0)] = true;
        }
    }

    @Override
    public void takenUp(int request) {
        fairSecondsPrefill[request] = fairSeconds;
        if (memberCount > 0) {
            join(request);
        }
    }

    @Override
    public void ended(int request, Sweep.Open open) {
        if (open.isWorking(request)) {
            idleSeconds[request] = fairSeconds - fairSecondsPrefill[request];
        }
    }

    @Override
    public void edge(long nanos, int edge) {
        closeBlock(nanos);
        step = edge;
    }

    private void closeBlock(long nanos) {
        if (memberCount == 0) {
            return;
        }
        double seconds = gather(nanos);
        double fairShare = seconds > 0 ? blockWorkingSeconds / seconds : 0;
        for (int rule = 0; rule < rules.size(); rule++) {
            double weight = divide(rule, fairShare);
            doubt(rule, weight, nanos);
        }
        for (int i = 0; i < memberCount; i++) {
            inBlock[members[i]] = false;
        }
        memberCount = 0;
    }

    /** Ask what was done for each member, and sum up for how long. */
    private double gather(long nanos) {
        while (before.length < memberCount) {
            before = grown(before);
            after = grown(after);
            prefillWeights = new double[before.length];
            decodeWeights = new double[before.length];
        }
        double seconds = 0;
        for (int i = 0; i < memberCount; i++) {
            RequestWork work = works.get(members[i]);
            before[i].clear();
            after[i].clear();
            work.prefill(blockStart, nanos, before[i]);
            work.decode(blockStart, nanos, after[i]);
            before[i].addSeconds(overlap(work.prefillStartNanos(), work.firstTokenNanos(), nanos));
            after[i].addSeconds(overlap(work.firstTokenNanos(), requests.get(members[i]).endNanos(), nanos));
            seconds += before[i].seconds() + after[i].seconds();
        }
        return seconds;
    }

    private static Work[] grown(Work[] works) {
        Work[] more = Arrays.copyOf(works, Math.max(64, works.length * 2));
        for (int i = works.length; i < more.length; i++) {
            more[i] = new Work();
        }
        return more;
    }

    /** Divide the block, and give the sum of the weights. */
    private double divide(int rule, double fairShare) {
        double sum = 0;
        for (int i = 0; i < memberCount; i++) {
            prefillWeights[i] = weigh(rule, before[i], i, fairShare);
            decodeWeights[i] = weigh(rule, after[i], i, fairShare);
            sum += prefillWeights[i] + decodeWeights[i];
        }
        for (int i = 0; i < memberCount; i++) {
            int request = members[i];
            if (sum > 0) {
                prefillJoules[rule][request] += blockJoules * prefillWeights[i] / sum;
                decodeJoules[rule][request] += blockJoules * decodeWeights[i] / sum;
            } else {
                double[][] phase = works.get(request).firstTokenNanos() <= blockStart ? decodeJoules : prefillJoules;
                phase[rule][request] += blockJoules / memberCount;
            }
        }
        return sum;
    }

    private void doubt(int rule, double weight, long nanos) {
        if (rule == 0) {
            for (int i = 0; i < memberCount; i++) {
                doubt.add(members[i], blockStart, nanos,
                        weight > 0 ? (prefillWeights[i] + decodeWeights[i]) / weight : 1.0 / memberCount);
            }
        }
        if (rule == fittedRule.orElse(rules.size()) && weight > 0) {
            doubtPromptSteps(rule);
            double placing = doubt.placingVariance(blockStart, nanos);
            double prefill = 0;
            for (int i = 0; i < memberCount; i++) {
                prefill += prefillWeights[i];
            }
            for (int i = 0; i < memberCount; i++) {
                doubt.addUnexplained(members[i], blockJoules - weight, placing,
                        (prefillWeights[i] + decodeWeights[i]) / weight,
                        prefill > 0 ? prefillWeights[i] / prefill : 0);
            }
        }
    }

    private void doubtPromptSteps(int rule) {
        int prompts = 0;
        for (int i = 0; i < memberCount; i++) {
            prompts += before[i].engineSteps() > 0 ? 1 : 0;
        }
        for (int i = 0; i < memberCount && prompts > 1; i++) {
            if (before[i].engineSteps() > 0) {
                promptSteps.clear();
                promptSteps.addEngineSteps(before[i].engineSteps(), before[i].stepSeconds());
                doubt.addCrowded(members[i], weigh(rule, promptSteps, i, 0));
            }
        }
    }

    private double weigh(int rule, Work part, int member, double fairShare) {
        return rules.get(rule).weigh(part, before[member].seconds() + after[member].seconds(), fairShare);
    }

    private double overlap(long from, long to, long blockEnd) {
        return Math.max(0, Math.min(to, blockEnd) - Math.max(from, blockStart)) / 1e9;
    }

    double prefillJoules(int rule, int request) {
        return prefillJoules[rule][request];
    }

    double decodeJoules(int rule, int request) {
        return decodeJoules[rule][request];
    }

    double joules(int rule, int request) {
        return prefillJoules[rule][request] + decodeJoules[rule][request];
    }

    double idleJoules() {
        return idleJoules;
    }

    double otherJoules() {
        return otherJoules;
    }

    /** Give the request's part of the time in which the device worked, divided equally at each moment. */
    double idleSeconds(int request) {
        return idleSeconds[request];
    }

    /** Give the standard deviation of what is doubtful about a share, whatever the rule. */
    double doubtJoules(int request) {
        return doubt.sigmaJoules(request);
    }

    boolean isShared(int request) {
        return shared[request];
    }

    boolean isUnchargedFor(int request) {
        return uncharged[request];
    }
}
