package dev.ipw.meter;

import dev.ipw.hosted.HostedEstimate;
import dev.ipw.hosted.HostedModel;
import java.util.Objects;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * The estimate of one request to a hosted model, or why there is none. It is in no sum of measured joules.
 *
 * @param model    the model of the table by which it is estimated; empty without an estimate
 * @param estimate the estimate; empty if nothing is known of the model or the tokens
 * @param reason   why there is no estimate; empty if there is one
 */
@API(status = API.Status.EXPERIMENTAL)
public record HostedFigure(Optional<HostedModel> model, Optional<HostedEstimate> estimate, Optional<String> reason) {
    /** Refuses nulls, and an estimate with a reason for its absence. */
    public HostedFigure {
        Objects.requireNonNull(model, "model");
        if (estimate.isPresent() == reason.isPresent() || estimate.isPresent() != model.isPresent()) {
            throw new IllegalArgumentException("There is an estimate by a model, or a reason why there is none");
        }
    }

    static HostedFigure of(HostedModel model, HostedEstimate estimate) {
        return new HostedFigure(Optional.of(model), Optional.of(estimate), Optional.empty());
    }

    static HostedFigure unknown(String reason) {
        return new HostedFigure(Optional.empty(), Optional.empty(), Optional.of(reason));
    }
}
