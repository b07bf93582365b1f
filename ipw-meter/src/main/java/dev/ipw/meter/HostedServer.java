package dev.ipw.meter;

import dev.ipw.hosted.HostedEstimate;
import dev.ipw.hosted.HostedModel;
import dev.ipw.hosted.HostedTable;
import dev.ipw.hosted.HostedTokens;
import java.net.URI;
import java.util.Objects;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * A server whose models others host, where nobody measures: the joules of its requests are estimated from their billed
 * tokens.
 *
 * @param table   the sizes of models
 * @param address where the server is called: the address of a provider of the table excludes the models of others
 */
@API(status = API.Status.EXPERIMENTAL)
public record HostedServer(HostedTable table, URI address) {
    /** Refuses nulls. */
    public HostedServer {
        Objects.requireNonNull(table, "table");
        Objects.requireNonNull(address, "address");
    }

    /** Estimates a request by its tokens as they are known now. */
    HostedFigure figure(String name, RequestTokens tokens, boolean isOpen, boolean isBroken) {
        Optional<HostedModel> model = table.find(name, Optional.of(address));
        if (model.isEmpty()) {
            return HostedFigure.unknown("the " + table.name() + " table of hosted models of " + table.asOf()
                    + " does not have the model '" + name + "' at " + address.getHost());
        }
        if (isBroken) {
            return HostedFigure.unknown("its answer is not complete, so its billed tokens are not known");
        }
        if (tokens.input().isEmpty() || tokens.output().isEmpty()) {
            return HostedFigure.unknown(isOpen
                    ? "its tokens are counted at the end of the answer"
                    : "the server did not count its tokens");
        }
        long input = Math.max(0, tokens.input().getAsLong());
        return HostedFigure.of(model.get(), HostedEstimate.of(model.get(), new HostedTokens(input,
                Math.clamp(tokens.cached().orElse(0), 0, input), Math.max(0, tokens.output().getAsLong()))));
    }
}
