package dev.ipw.meter.engine;

import dev.ipw.meter.engine.EngineProfile.Device;
import dev.ipw.meter.engine.EngineProfile.Model;
import dev.ipw.meter.engine.EngineProfile.Power;

/**
 * The time and the joules of a step, by the work of its members.
 *
 * <p>A step computes operations and moves bytes: those of its members, and the weights, which it reads once. Both take
 * their time on the roofline of the device; the busy time is the norm of the two. Overheads and stalls come on top,
 * during which the device only idles at its constant power. While it is busy, the compute units and the memory each draw
 * a concave function of their use. If the sum exceeds the cap, the clock falls: the same joules of work are spent in a
 * longer time, at the cap.
 */
final class StepPhysics {
    private final Model model;
    private final Device device;
    private final Power power;
    private final double logUnchosen;

    StepPhysics(EngineProfile profile) {
        model = profile.model();
        device = profile.device();
        power = profile.power();
        logUnchosen = Math.log1p(-model.expertShare());
    }

    /**
     * The work of one member of a step.
     *
     * @param tokens  its tokens
     * @param flops   its operations
     * @param bytes   the bytes that only it moves
     * @param decodes whether it is in its answer, and uses the draft model if there is one
     */
    record Work(double tokens, double flops, double bytes, boolean decodes) {}

    /** The sum of the work of some members. */
    static final class Sum {
        private int members;
        private int decoding;
        private double tokens;
        private double flops;
        private double bytes;

        void clear() {
            members = 0;
            decoding = 0;
            tokens = 0;
            flops = 0;
            bytes = 0;
        }

        void add(Work work) {
            members++;
            decoding += work.decodes() ? 1 : 0;
            tokens += work.tokens();
            flops += work.flops();
            bytes += work.bytes();
        }

        int members() {
            return members;
        }

        int decoding() {
            return decoding;
        }

        double flops() {
            return flops;
        }

        double bytes() {
            return bytes;
        }
    }

    /** The time of a step, and the joules of the first device for its work. */
    static final class Cost {
        private double seconds;
        private double computeJoules;
        private double memoryJoules;

        double seconds() {
            return seconds;
        }

        double computeJoules() {
            return computeJoules;
        }

        double memoryJoules() {
            return memoryJoules;
        }

        /** Returns the joules beyond those that the passing of time costs. */
        double workJoules() {
            return computeJoules + memoryJoules;
        }
    }

    /** Returns the work of a prompt's next tokens. */
    Work promptWork(int tokens, int context) {
        return new Work(tokens, flops(tokens, context), bytes(tokens, context), false);
    }

    /** Returns the work of the next step of an answer, drafts included. */
    Work answerWork(int tokens, int context) {
        double draft = 2 * model.draftShare() * model.activeParameters() * model.speculatedTokens();
        return new Work(tokens, flops(tokens, context) + draft, bytes(tokens, context), true);
    }

    private double flops(int tokens, int context) {
        return tokens * (2 * model.activeParameters() + model.attentionFlops() * (context + (tokens + 1) / 2.0));
    }

    private double bytes(int tokens, int context) {
        return model.kvBytesPerToken() * (context + 2.0 * tokens) + model.activationBytes() * tokens;
    }

    /** Returns the bytes of the weights that a step reads for all its members. */
    double weightBytes(Sum sum) {
        double experts = model.expertBytes() == 0
                ? 0
                : model.expertBytes() * -Math.expm1(sum.tokens * logUnchosen);
        return model.denseBytes() + experts;
    }

    /** Returns the bytes of the draft model's weights, which a step reads for those of its members that decode. */
    double draftBytes(Sum sum) {
        return sum.decoding == 0
                ? 0
                : model.draftShare() * model.speculatedTokens() * (model.denseBytes() + model.expertBytes());
    }

    /** Returns the watts that passing time costs a device during a step. */
    double baseWatts() {
        return power.idleWatts() + power.constantWatts();
    }

    /** Returns the ratio of a device's joules for work to those of the first one. */
    double scale(int number) {
        return number == 0 ? 1 : power.scale();
    }

    /**
     * Calculates the cost of a step with some members.
     *
     * @param sum          the work of its members
     * @param jitter       the factor of its busy time
     * @param stallSeconds the length of its stall
     * @param cost         receives the result
     */
    void cost(Sum sum, double jitter, double stallSeconds, Cost cost) {
        double computeSeconds = sum.flops / device.count() / device.flopsPerSecond();
        double memorySeconds = (weightBytes(sum) + draftBytes(sum) + sum.bytes) / device.count()
                / device.bytesPerSecond();
        double busySeconds = norm(computeSeconds, memorySeconds) * jitter;
        double computeWatts = power.computeWatts() * concave(Math.min(1, computeSeconds / busySeconds));
        double memoryWatts = power.memoryWatts() * concave(Math.min(1, memorySeconds / busySeconds));
        double roomWatts = power.capWatts() - baseWatts();
        double slowing = Math.max(1, (computeWatts + memoryWatts) / roomWatts);
        cost.computeJoules = computeWatts * busySeconds;
        cost.memoryJoules = memoryWatts * busySeconds;
        cost.seconds = busySeconds * slowing + device.stepOverheadSeconds()
                + device.memberOverheadSeconds() * sum.members + device.linkSecondsPerToken() * sum.tokens
                + stallSeconds;
    }

    private double norm(double one, double other) {
        double longer = Math.max(one, other);
        double ratio = Math.min(one, other) / longer;
        for (int i = 0; i < device.sharpness(); i++) {
            ratio *= ratio;
        }
        double sum = 1 + ratio;
        for (int i = 0; i < device.sharpness(); i++) {
            sum = Math.sqrt(sum);
        }
        return longer * sum;
    }

    private double concave(double use) {
        double bent = use * (1 + power.curvature()) / (1 + power.curvature() * use);
        return (1 - power.rootShare()) * bent + power.rootShare() * Math.sqrt(use);
    }

    /** Estimates the seconds of the device that a typical request needs when a number of others are served with it. */
    double secondsOfRequest(Lengths lengths, int together) {
        Cost cost = new Cost();
        Sum sum = new Sum();
        sum.add(promptWork(lengths.promptMedian(), 0));
        cost(sum, 1, 0, cost);
        double promptSeconds = cost.seconds;
        return promptSeconds + lengths.answerMedian() * secondsOfStep(lengths, together) / together;
    }

    /** Estimates the seconds of a step in which a number of typical requests decode. */
    double secondsOfStep(Lengths lengths, int together) {
        Sum sum = new Sum();
        for (int i = 0; i < together; i++) {
            sum.add(answerWork(1 + model.speculatedTokens(), lengths.medianTokens()));
        }
        Cost cost = new Cost();
        cost(sum, 1, 0, cost);
        double tokensOfStep = 1;
        double accepted = 1;
        for (int i = 0; i < model.speculatedTokens(); i++) {
            accepted *= model.acceptance();
            tokensOfStep += accepted;
        }
        return cost.seconds / tokensOfStep;
    }

    /** Estimates the tokens of an answer that takes some time if it is served beside few others. */
    int tokensWithin(double seconds, Lengths lengths) {
        double step = secondsOfStep(lengths, 2);
        double growth = model.kvBytesPerToken() / device.count() / device.bytesPerSecond();
        return (int) ((Math.sqrt(step * step + 2 * growth * seconds) - step) / growth);
    }
}
