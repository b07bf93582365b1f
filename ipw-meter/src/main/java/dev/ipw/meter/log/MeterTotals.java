package dev.ipw.meter.log;

import dev.ipw.results.internal.meterlog.MeterLogTotals;
import dev.ipw.results.internal.meterlog.MeterLogTotals.DeviceSum;
import dev.ipw.results.internal.meterlog.MeterLogTotals.LabelSum;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * The sums of a meter's log since it was begun, over all starts of the meter.
 *
 * @param since       when the log was begun
 * @param devices     the joules of each device by its name
 * @param labels      the joules and tokens of each model and tenant; those beyond the first thousand together as
 *                    {@code other}
 * @param requests    the number of requests whose figures are final
 * @param interrupted the number of requests that were open when the meter ended
 */
@API(status = API.Status.EXPERIMENTAL)
public record MeterTotals(Instant since, Map<String, Device> devices, List<Label> labels, long requests,
        long interrupted) {
    /** Copies the collections. */
    public MeterTotals {
        devices = Map.copyOf(devices);
        labels = List.copyOf(labels);
    }

    /**
     * The joules of a device: requests, idle, other and unmetered together.
     *
     * @param joules          all of its known joules
     * @param requestsJoules  the joules of requests
     * @param idleJoules      the joules of the time without an open request
     * @param otherJoules     the joules that belong to no request, because the time of their use is unknown
     * @param unmeteredJoules the growth of its counter while no meter ran
     * @param unknownSeconds  the time for which its joules are not known
     * @param unknownReason   the last reason for that
     */
    public record Device(double joules, double requestsJoules, double idleJoules, double otherJoules,
            double unmeteredJoules, double unknownSeconds, Optional<String> unknownReason) {}

    /**
     * The joules and tokens of a model and a tenant. Joules are also those of requests that are still open; requests and
     * tokens are counted when a request's figures are final.
     *
     * @param model           the model
     * @param tenant          the tenant
     * @param joules          the joules of its requests
     * @param promptJoules    the part of them that is known to be of prompts
     * @param answerJoules    the part of them that is known to be of answers
     * @param requests        the number of its requests
     * @param failed          the number of those whose answer is not complete
     * @param inputTokens     tokens of prompts
     * @param cachedTokens    the tokens among them that were served from a cache
     * @param outputTokens    tokens of answers
     * @param reasoningTokens the tokens among them that are reasoning
     */
    public record Label(String model, String tenant, double joules, double promptJoules, double answerJoules,
            long requests, long failed, long inputTokens, long cachedTokens, long outputTokens,
            long reasoningTokens) {}

    static MeterTotals of(MeterLogTotals sums, long sinceEpochNanos) {
        Map<String, Device> devices = new LinkedHashMap<>();
        sums.devices().forEach((name, sum) -> devices.put(name, device(sum)));
        List<Label> labels = new ArrayList<>();
        sums.labels().forEach((key, sum) -> labels.add(label(key.model(), key.tenant(), sum)));
        return new MeterTotals(Instant.ofEpochSecond(0, sinceEpochNanos), devices, labels, sums.requests(),
                sums.interrupted());
    }

    private static Device device(DeviceSum sum) {
        return new Device(sum.joules(), sum.requestsJoules(), sum.idleJoules(), sum.otherJoules(),
                sum.unmeteredJoules(), sum.unknownSeconds(), sum.unknownReason());
    }

    private static Label label(String model, String tenant, LabelSum sum) {
        return new Label(model, tenant, sum.joules(), sum.promptJoules(), sum.answerJoules(), sum.requests(),
                sum.failed(), sum.inputTokens(), sum.cachedTokens(), sum.outputTokens(), sum.reasoningTokens());
    }
}
