package dev.ipw.meter.metrics;

import dev.ipw.error.ConfigurationException;
import java.util.Optional;
import java.util.Set;
import org.apiguardian.api.API;

/**
 * The labels of metrics. The first models and tenants that are seen have labels of their own, all further ones are
 * counted together under {@code other}.
 *
 * @param maxLabelValues the maximum number of models, and of tenants, with a label of their own
 * @param models         models that always have one
 * @param tenants        tenants that always have one
 * @param genAi          the server's description, to add metrics by the names that the GenAI conventions of
 *                       OpenTelemetry propose; empty to leave these out
 */
@API(status = API.Status.EXPERIMENTAL)
public record MetricsOptions(int maxLabelValues, Set<String> models, Set<String> tenants,
        Optional<GenAiServer> genAi) {
    /** At most 100 models and 100 tenants, and no metrics by the names of the GenAI conventions. */
    public static final MetricsOptions DEFAULT = new MetricsOptions(100, Set.of(), Set.of(), Optional.empty());

    /** Copies the names, and checks that they have labels. */
    public MetricsOptions {
        models = Set.copyOf(models);
        tenants = Set.copyOf(tenants);
        if (maxLabelValues < 1 || models.size() > maxLabelValues || tenants.size() > maxLabelValues) {
            throw new ConfigurationException("The metrics need a label for at least one model and tenant, and for each"
                    + " that is named: raise the maximum of " + maxLabelValues);
        }
    }

    /**
     * Adds the metrics by the names of the GenAI conventions.
     *
     * @param server the server's description
     * @return the changed options
     */
    public MetricsOptions withGenAi(GenAiServer server) {
        return new MetricsOptions(maxLabelValues, models, tenants, Optional.of(server));
    }

    /**
     * The attributes of a server in the GenAI conventions.
     *
     * @param provider the value of {@code gen_ai.provider.name}, for example {@code vllm}
     * @param address  the value of {@code server.address}, the server's host
     */
    public record GenAiServer(String provider, String address) {}
}
