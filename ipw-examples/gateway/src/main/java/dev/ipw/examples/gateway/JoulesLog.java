package dev.ipw.examples.gateway;

import dev.ipw.meter.MeterListener;
import dev.ipw.meter.RequestFigures;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A listener that logs each request when its joules are final. */
final class JoulesLog implements MeterListener {
    private static final Logger LOGGER = LoggerFactory.getLogger(JoulesLog.class);

    @Override
    public void requestFinished(RequestFigures request) {
        LOGGER.info("{} {} {}: {} + {} tokens, {}{}", request.id(), request.origin().tenant(),
                request.origin().model(), count(request.tokens().input()), count(request.tokens().output()),
                request.energy(), request.failure().map(reason -> ", " + reason).orElse(""));
    }

    private static String count(OptionalLong tokens) {
        return tokens.isPresent() ? Long.toString(tokens.getAsLong()) : "?";
    }
}
