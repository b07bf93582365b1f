package dev.ipw.energy.attribution;

import dev.ipw.energy.curve.EnergyCurve;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;

/**
 * Learn what work weighs from the device itself: what its counter rose by in each step is explained by the engine steps,
 * tokens and seconds in it. A fit is reliable if the shares of the requests hardly change when the run is drawn anew from
 * its own stretches, and if it is known when requests were worked on.
 */
final class WeightFit implements Sweep.Visitor {
    private static final int COEFFICIENTS = WorkWeights.PARTS;
    private static final int IDLE = WorkWeights.PARTS - 1;
    private static final int STRETCHES = 40;
    private static final int FEWEST_STEPS = 200;
    private static final int DRAWS = 60;
    private static final double MOST_DISPERSION = 0.03;

    private final EnergyCurve curve;
    private final List<RequestWork> works;
    private final double[][] workOf;
    private final NonNegativeFit[] stretches = new NonNegativeFit[STRETCHES];
    private final int stepsPerStretch;
    private final double[] row = new double[COEFFICIENTS];
    private final Work work = new Work();
    private final boolean[] inStep;
    private final boolean[] knownSteps;
    private final OptionalDouble idleWatts;
    private int[] members = new int[64];
    private int memberCount;
    private long stepStart;
    private double fairSeconds;
    private boolean stepBegun;
    private int usedSteps;

    private WeightFit(EnergyCurve curve, List<RequestWork> works, boolean[] knownSteps, long firstEdge,
            OptionalDouble idleWatts) {
        this.idleWatts = idleWatts;
        this.curve = curve;
        this.works = works;
        this.knownSteps = knownSteps;
        workOf = new double[works.size()][WorkWeights.PARTS];
        inStep = new boolean[works.size()];
        stepsPerStretch = Math.max(1, (knownSteps.length + STRETCHES - 1) / STRETCHES);
        Arrays.setAll(stretches, index -> new NonNegativeFit(COEFFICIENTS));
        stepStart = firstEdge;
    }

    /**
     * Fit.
     *
     * @param idleWatts what the device draws in any case; what is used beyond it is explained by work alone, since joules
     *                  for seconds and joules for the work done in them could not be told apart
     */
    static Result of(Sweep sweep, EnergyCurve curve, List<RequestWork> works, boolean[] knownSteps, long firstEdge,
            OptionalDouble idleWatts) {
        WeightFit fit = new WeightFit(curve, works, knownSteps, firstEdge, idleWatts);
        sweep.tell(fit);
        return fit.result();
    }

    @Override
    public void interval(long from, long to, Sweep.Open open) {
        double seconds = (to - from) / 1e9;
        row[IDLE] += idleWatts.isEmpty() && open.working() == 0 ? seconds : 0;
        fairSeconds += open.working() > 0 ? seconds / open.working() : 0;
        if (!stepBegun) {
            stepBegun = true;
            for (int i = 0; i < open.working(); i++) {
                join(open.request(i));
            }
        }
    }

    @Override
    public void takenUp(int request) {
        workOf[request][IDLE] = -fairSeconds;
        if (stepBegun) {
            join(request);
        }
    }

    @Override
    public void ended(int request, Sweep.Open open) {
        workOf[request][IDLE] += open.isWorking(request) ? fairSeconds : 0;
    }

    private void join(int request) {
        if (!inStep[request]) {
            inStep[request] = true;
            if (memberCount == members.length) {
                members = Arrays.copyOf(members, memberCount * 2);
            }
            members[memberCount++] = request;
        }
    }

    @Override
    public void edge(long nanos, int edge) {
        for (int i = 0; i < memberCount; i++) {
            int request = members[i];
            inStep[request] = false;
            work.clear();
            works.get(request).prefill(stepStart, nanos, work);
            works.get(request).decode(stepStart, nanos, work);
            work.addTo(row);
            work.addTo(workOf[request]);
        }
        memberCount = 0;
        stepBegun = false;
        int step = edge - 1;
        if (step >= 0 && knownSteps[step] && nanos > stepStart) {
            double joules = curve.joulesAt(nanos) - curve.joulesAt(stepStart)
                    - idleWatts.orElse(0) * (nanos - stepStart) / 1e9;
            stretches[step / stepsPerStretch].add(row, joules, 1);
            usedSteps++;
        }
        Arrays.fill(row, 0);
        stepStart = nanos;
    }

    private Result result() {
        NonNegativeFit all = new NonNegativeFit(COEFFICIENTS);
        for (NonNegativeFit stretch : stretches) {
            all.add(stretch);
        }
        double[] coefficients = weights(all);
        double dispersion = usedSteps < FEWEST_STEPS ? Double.POSITIVE_INFINITY : dispersion(shares(coefficients));
        return new Result(WorkWeights.of(coefficients), dispersion);
    }

    private double[] weights(NonNegativeFit fit) {
        double[] weights = fit.solve();
        weights[IDLE] = idleWatts.orElse(0);
        return weights;
    }

    /** Draw the run anew from its stretches and see how far the requests' shares stray. */
    private double dispersion(double[] shares) {
        // The same run always gets the same verdict.
        Random random = new Random(1);
        double[] squares = new double[shares.length];
        for (int draw = 0; draw < DRAWS; draw++) {
            NonNegativeFit drawn = new NonNegativeFit(COEFFICIENTS);
            for (int i = 0; i < STRETCHES; i++) {
                drawn.add(stretches[random.nextInt(STRETCHES)]);
            }
            double[] others = shares(weights(drawn));
            for (int i = 0; i < shares.length; i++) {
                squares[i] += (others[i] - shares[i]) * (others[i] - shares[i]);
            }
        }
        double[] relative = new double[shares.length];
        Arrays.setAll(relative, i -> shares[i] > 0 ? Math.sqrt(squares[i] / DRAWS) / shares[i] : 0);
        Arrays.sort(relative);
        return relative.length == 0 ? Double.POSITIVE_INFINITY : relative[relative.length / 2];
    }

    private double[] shares(double[] coefficients) {
        double[] shares = new double[workOf.length];
        double sum = 0;
        for (int i = 0; i < shares.length; i++) {
            for (int part = 0; part < WorkWeights.PARTS; part++) {
                shares[i] += coefficients[part] * workOf[i][part];
            }
            sum += shares[i];
        }
        for (int i = 0; i < shares.length && sum > 0; i++) {
            shares[i] /= sum;
        }
        return shares;
    }

    /**
     * Hold what was learnt.
     *
     * @param weights    joules of each kind of work
     * @param dispersion the median standard deviation of the requests' shares, relative to them; infinite if there is too
     *                   little to learn from
     */
    record Result(WorkWeights weights, double dispersion) {
        /** Say whether there was enough to learn from. */
        boolean isKnown() {
            return dispersion < Double.POSITIVE_INFINITY;
        }

        boolean isReliable() {
            return dispersion <= MOST_DISPERSION;
        }
    }
}
