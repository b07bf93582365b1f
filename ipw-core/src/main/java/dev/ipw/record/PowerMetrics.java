package dev.ipw.record;

import dev.ipw.statistics.Statistics;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * The watts that devices drew while a query ran. With overlapping queries they are the devices' watts, not the query's
 * share.
 *
 * @param gpuWatts       of all GPUs together
 * @param processorWatts of all processor packages together
 */
@API(status = API.Status.EXPERIMENTAL)
public record PowerMetrics(Optional<Statistics> gpuWatts, Optional<Statistics> processorWatts) {}
