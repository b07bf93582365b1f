package dev.ipw.engine.spans;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.event.Level;

/** Keep what goes wrong in measuring away from the application. */
public final class Contained {
    private static final Set<String> WARNED = ConcurrentHashMap.newKeySet();

    private Contained() {}

    /**
     * Run a step, and log what it throws: the first failure of a kind as a warning, so that one that comes with each call fills no log.
     *
     * @param logger where to
     * @param step   the step
     */
    public static void run(Logger logger, Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | LinkageError failed) {
            boolean isFirst = WARNED.add(logger.getName() + ' ' + failed.getClass().getName());
            logger.atLevel(isFirst ? Level.WARN : Level.DEBUG).setCause(failed)
                    .log("A step of measuring failed; the call goes on and may have no joules. Later ones are logged at the level DEBUG");
        }
    }
}
