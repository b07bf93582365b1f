package dev.ipw.meter.gateway;

import dev.ipw.meter.RequestOrigin;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A rule whose failures do not keep requests from the server. */
final class GuardedRule implements AdmissionRule {
    private static final Logger LOGGER = LoggerFactory.getLogger(GuardedRule.class);

    private final AdmissionRule rule;
    private final AtomicBoolean hasFailed = new AtomicBoolean();

    GuardedRule(AdmissionRule rule) {
        this.rule = rule;
    }

    @Override
    public Optional<Rejection> check(RequestOrigin origin) {
        try {
            return rule.check(origin);
        } catch (RuntimeException failed) {
            if (!hasFailed.getAndSet(true)) {
                LOGGER.warn("The rule {} for requests failed, which then counts as met; its later failures are not"
                        + " logged", rule.getClass().getName(), failed);
            }
            return Optional.empty();
        }
    }
}
