package dev.ipw.junit;

import dev.ipw.ProfileRun;
import dev.ipw.Profiler;
import dev.ipw.ProfilerBuilder;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.junit.platform.commons.support.ReflectionSupport;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/**
 * The profile of a model for a test.
 *
 * @param resource the state that all tests share
 * @param profile  the settings of the profile
 * @param name     the test
 */
record ProfiledTest(EnergyResource resource, ProfileWith profile, String name) {
    private static final String FOLDER = "ipw-profiles";

    /** Runs the profile, or aborts the test if nothing measures. */
    ProfileRun run() throws InterruptedException {
        EnergyResource.Meter meter = resource.meter(Set.of(), profile.allowEstimates() && !profile.required());
        if (meter.session().isEmpty()) {
            if (profile.required()) {
                throw new AssertionFailedError("FAIL: the profile's joules are required, and " + meter.message());
            }
            throw new TestAbortedException("SKIPPED: " + meter.message());
        }
        boolean isEstimate = !meter.session().get().measuresEnergy();
        ReentrantLock alone = resource.measuring();
        alone.lockInterruptibly();
        try (Profiler profiler = builder(isEstimate).build()) {
            return profiler.run();
        } finally {
            alone.unlock();
        }
    }

    private ProfilerBuilder builder(boolean isEstimate) {
        String collectors = isEstimate ? resource.estimatingCollectors() : resource.settings().collectors();
        ProfilerBuilder builder = Profiler.builder().measurement(settings -> settings.telemetry(collectors))
                .maxQueries(profile.maxQueries())
                .storage(where -> where.output(resource.settings().reports().resolve(FOLDER))
                        .runName(name.replaceAll("[^A-Za-z0-9._-]+", "_")).overwrite(true));
        if (!profile.client().isEmpty()) {
            builder = builder.client(profile.client());
        }
        if (!profile.model().isEmpty()) {
            builder = builder.model(profile.model());
        }
        if (!profile.baseUrl().isEmpty()) {
            builder = builder.client(settings -> settings.baseUrl(profile.baseUrl()));
        }
        if (!profile.dataset().isEmpty()) {
            builder = builder.dataset(profile.dataset());
        }
        for (Class<? extends UnaryOperator<ProfilerBuilder>> configuration : profile.configuration()) {
            builder = ReflectionSupport.newInstance(configuration).apply(builder);
        }
        return builder;
    }
}
