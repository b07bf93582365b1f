package dev.ipw.results.internal.meterlog;

import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * The sums of a meter's log since it was begun, over all of its processes. For each device, requests + idle + other +
 * unmetered are its joules. For one thread.
 */
public final class MeterLogTotals {
    private static final int MAX_LABELS = 1_000;
    private static final String REST = "other";
    /** The most by which two lengths of the same time differ, since both are rounded. */
    private static final double ROUNDING_SECONDS = 1e-3;

    private final Map<String, DeviceSum> devices = new LinkedHashMap<>();
    private final Map<LabelKey, LabelSum> labels = new LinkedHashMap<>();
    private long blocks;
    private int processes;
    private int open;
    private long requests;
    private long interrupted;

    /** Adds a process that began. Requests that were open before it are interrupted. */
    public void add(MeterLogEntry.Begun begun) {
        processes = begun.number();
        interrupted += open;
        open = 0;
    }

    /**
     * Adds a block.
     *
     * @param block   the block
     * @param process its process
     */
    public void add(MeterLogEntry.Block block, MeterLogEntry.Begun process) {
        blocks = block.number();
        open = block.open();
        for (LoggedPart part : block.parts()) {
            devices.computeIfAbsent(part.device(), name -> new DeviceSum()).add(part, block, process);
        }
        for (MeterLogEntry.Label label : block.labels()) {
            LabelSum sum = label(label.model(), label.tenant());
            sum.joules += label.joules();
            sum.promptJoules += label.promptJoules();
            sum.answerJoules += label.answerJoules();
        }
    }

    /** Adds a request whose figures are final. */
    public void add(LoggedRequest request) {
        requests++;
        open = Math.max(0, open - 1);
        LabelSum sum = label(request.model(), request.tenant());
        sum.requests++;
        sum.failed += request.failure().isPresent() ? 1 : 0;
        sum.inputTokens += request.inputTokens().orElse(0);
        sum.cachedTokens += request.cachedTokens().orElse(0);
        sum.outputTokens += request.outputTokens().orElse(0);
        sum.reasoningTokens += request.reasoningTokens().orElse(0);
    }

    private LabelSum label(String model, String tenant) {
        LabelKey key = new LabelKey(model, tenant);
        return labels.computeIfAbsent(labels.containsKey(key) || labels.size() < MAX_LABELS
                ? key
                : new LabelKey(REST, REST), first -> new LabelSum());
    }

    /** Returns the sums of each device, by its name. */
    public Map<String, DeviceSum> devices() {
        return devices;
    }

    /** Returns the sums of each model and tenant; those beyond the first thousand together. */
    public Map<LabelKey, LabelSum> labels() {
        return labels;
    }

    /** Returns the number of the last block; zero if there is none. */
    public long blocks() {
        return blocks;
    }

    /** Returns the number of the last process; zero if there is none. */
    public int processes() {
        return processes;
    }

    /** Counts the requests whose figures are final. */
    public long requests() {
        return requests;
    }

    /** Counts the requests that were open when a meter ended. */
    public long interrupted() {
        return interrupted;
    }

    /**
     * A model and a tenant.
     *
     * @param model  the model
     * @param tenant the tenant
     */
    public record LabelKey(String model, String tenant) {}

    /** The sums of a model and a tenant. */
    public static final class LabelSum {
        private double joules;
        private double promptJoules;
        private double answerJoules;
        private long requests;
        private long failed;
        private long inputTokens;
        private long cachedTokens;
        private long outputTokens;
        private long reasoningTokens;

        public double joules() {
            return joules;
        }

        public double promptJoules() {
            return promptJoules;
        }

        public double answerJoules() {
            return answerJoules;
        }

        public long requests() {
            return requests;
        }

        public long failed() {
            return failed;
        }

        public long inputTokens() {
            return inputTokens;
        }

        public long cachedTokens() {
            return cachedTokens;
        }

        public long outputTokens() {
            return outputTokens;
        }

        public long reasoningTokens() {
            return reasoningTokens;
        }

        private TreeBuilder toTree(LabelKey key) {
            return TreeBuilder.object().put("model", key.model()).put("tenant", key.tenant()).put("joules", joules)
                    .put("prompt", promptJoules).put("answer", answerJoules).put("requests", requests)
                    .put("failed", failed).put("input", inputTokens).put("cached", cachedTokens)
                    .put("output", outputTokens).put("reasoning", reasoningTokens);
        }

        private static LabelSum fromTree(TreeReader tree) {
            LabelSum sum = new LabelSum();
            sum.joules = tree.real("joules");
            sum.promptJoules = tree.real("prompt");
            sum.answerJoules = tree.real("answer");
            sum.requests = tree.count("requests");
            sum.failed = tree.count("failed");
            sum.inputTokens = tree.count("input");
            sum.cachedTokens = tree.count("cached");
            sum.outputTokens = tree.count("output");
            sum.reasoningTokens = tree.count("reasoning");
            return sum;
        }
    }

    /** The sums of a device. */
    public static final class DeviceSum {
        private double joules;
        private double requestsJoules;
        private double idleJoules;
        private double otherJoules;
        private double unmeteredJoules;
        private double unknownSeconds;
        private Optional<String> unknownReason = Optional.empty();
        private Optional<Reached> reached = Optional.empty();

        private void add(LoggedPart part, MeterLogEntry.Block block, MeterLogEntry.Begun process) {
            double used = part.total().joules().orElse(0);
            if (reached.isEmpty() || !addMissing(reached.get(), part, block, process)) {
                part.unmetered().ifPresent(gap -> {
                    addUnmetered(gap.joules().orElse(0));
                    unknown(gap.joules().isEmpty(), gap.seconds(), gap.reason());
                });
            }
            joules += used;
            requestsJoules += part.requestsJoules();
            idleJoules += part.idleJoules();
            otherJoules += part.otherJoules();
            unknown(!part.total().isAvailable(), (block.toMicros() - block.fromMicros()) / 1e6,
                    part.total().reason().orElse(""));
            reached = Optional.of(new Reached(part.counterJoules(), part.total().source(), part.total().scopeLabel(),
                    process.boot(), process.epochNanos(block.toMicros()), OptionalInt.of(process.number())));
        }

        private void addUnmetered(double growth) {
            unmeteredJoules += growth;
            joules += growth;
        }

        /**
         * Adds the joules of blocks whose lines are damaged, if the counter surely shows them. Such lines are recognized
         * by the device's own times: a block that leaves it out may stand between them and its next one.
         *
         * @return whether the joules before the block that nobody divided are among them
         */
        private boolean addMissing(Reached last, LoggedPart part, MeterLogEntry.Block block,
                MeterLogEntry.Begun process) {
            double seconds = (process.epochNanos(block.fromMicros()) - last.epochNanos()) / 1e9;
            double gapSeconds = part.unmetered().map(LoggedPart.Unmetered::seconds).orElse(0.0);
            boolean isClockSetBack = part.unmetered().isEmpty() && seconds < -ROUNDING_SECONDS;
            if (seconds - gapSeconds <= ROUNDING_SECONDS && !isClockSetBack) {
                return false;
            }
            boolean isGapKnown = part.unmetered().map(gap -> gap.joules().isPresent()).orElse(true);
            OptionalDouble missing = last.counterJoules().isPresent() && part.counterJoules().isPresent()
                    ? OptionalDouble.of(part.counterJoules().getAsDouble() - part.total().joules().orElse(0)
                            - last.counterJoules().getAsDouble())
                    : OptionalDouble.empty();
            boolean isSameSensor = last.source().equals(part.total().source())
                    && last.scope().equals(part.total().scopeLabel());
            boolean isSameProcess = last.process().equals(OptionalInt.of(process.number()));
            boolean isSameBoot = last.boot().isPresent() && last.boot().equals(process.boot());
            if (missing.isPresent() && isGapKnown && isSameSensor && (isSameProcess || isSameBoot)
                    && CounterChains.isPossible(missing.getAsDouble(), seconds, isSameProcess)) {
                addUnmetered(missing.getAsDouble());
                return true;
            }
            unknown(true, Math.max(0, seconds - gapSeconds), "lines of the log are damaged, and its counter does not"
                    + " show the joules of that time");
            return false;
        }

        private void unknown(boolean isUnknown, double seconds, String reason) {
            if (isUnknown) {
                unknownSeconds += seconds;
                unknownReason = Optional.of(reason);
            }
        }

        /** Returns all of its known joules. */
        public double joules() {
            return joules;
        }

        public double requestsJoules() {
            return requestsJoules;
        }

        public double idleJoules() {
            return idleJoules;
        }

        public double otherJoules() {
            return otherJoules;
        }

        /** Returns the joules that it used while no meter ran. */
        public double unmeteredJoules() {
            return unmeteredJoules;
        }

        /** Returns the time for which its joules are not known. */
        public double unknownSeconds() {
            return unknownSeconds;
        }

        /** Returns the last reason for which its joules are not known. */
        public Optional<String> unknownReason() {
            return unknownReason;
        }

        /** Returns the end of its last block; empty before there is one. */
        public Optional<Reached> reached() {
            return reached;
        }

        private TreeBuilder toTree() {
            return TreeBuilder.object().put("joules", joules).put("requests", requestsJoules).put("idle", idleJoules)
                    .put("other", otherJoules).put("unmetered", unmeteredJoules)
                    .put("unknown_seconds", unknownSeconds).put("unknown_reason", unknownReason)
                    .put("reached", reached.map(at -> at.toTree().build()));
        }

        private static DeviceSum fromTree(TreeReader tree) {
            DeviceSum sum = new DeviceSum();
            sum.joules = tree.real("joules");
            sum.requestsJoules = tree.real("requests");
            sum.idleJoules = tree.real("idle");
            sum.otherJoules = tree.real("other");
            sum.unmeteredJoules = tree.real("unmetered");
            sum.unknownSeconds = tree.real("unknown_seconds");
            sum.unknownReason = tree.optionalText("unknown_reason");
            sum.reached = tree.optionalChild("reached", Reached::fromTree);
            return sum;
        }
    }

    /**
     * The moment up to which a device's joules are summed.
     *
     * @param counterJoules the value of its own counter then; empty if it has none, or its joules then are unknown
     * @param source        the sensor
     * @param scope         the part of the machine
     * @param boot          the unique name of the machine's boot; empty if it has none
     * @param epochNanos    the moment, in nanoseconds since 1970
     * @param process       the number of the process that measured it; empty in older logs
     */
    public record Reached(OptionalDouble counterJoules, String source, String scope, Optional<String> boot,
            long epochNanos, OptionalInt process) {
        private TreeBuilder toTree() {
            return TreeBuilder.object().put("counter", counterJoules).put("source", source).put("scope", scope)
                    .put("boot", boot).put("epoch_ns", epochNanos).put("process", process);
        }

        private static Reached fromTree(TreeReader tree) {
            return new Reached(tree.optionalReal("counter"), tree.text("source"), tree.text("scope"),
                    tree.optionalText("boot"), tree.whole("epoch_ns"), tree.optionalInt("process"));
        }
    }

    TreeBuilder toTree() {
        TreeBuilder byDevice = TreeBuilder.object();
        devices.forEach((name, sum) -> byDevice.put(name, sum.toTree()));
        List<Object> byLabel = new ArrayList<>();
        labels.forEach((key, sum) -> byLabel.add(sum.toTree(key).build()));
        return TreeBuilder.object().put("blocks", blocks).put("processes", (long) processes).put("open", (long) open)
                .put("requests", requests).put("interrupted", interrupted).put("devices", byDevice)
                .put("labels", byLabel);
    }

    static MeterLogTotals fromTree(TreeReader tree) {
        MeterLogTotals totals = new MeterLogTotals();
        totals.blocks = tree.count("blocks");
        totals.processes = tree.integer("processes");
        totals.open = tree.integer("open");
        totals.requests = tree.count("requests");
        totals.interrupted = tree.count("interrupted");
        TreeReader byDevice = tree.child("devices");
        byDevice.asMap().keySet()
                .forEach(name -> totals.devices.put(name, byDevice.child(name, DeviceSum::fromTree)));
        tree.children("labels").forEach(label -> totals.labels.put(
                new LabelKey(label.text("model"), label.text("tenant")), label.as(LabelSum::fromTree)));
        return totals;
    }
}
