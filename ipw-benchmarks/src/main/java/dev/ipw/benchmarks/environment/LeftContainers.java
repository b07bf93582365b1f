package dev.ipw.benchmarks.environment;

import dev.ipw.environment.CommandResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The removal of containers of killed processes, which could not remove them. */
final class LeftContainers {
    private static final Logger LOGGER = LoggerFactory.getLogger(LeftContainers.class);
    private static final Duration LOOK = Duration.ofMinutes(1);
    private static final Set<EngineCommand> DONE = ConcurrentHashMap.newKeySet();

    private LeftContainers() {}

    /** Removes them once for each engine. */
    static void remove(EngineCommand engine) throws InterruptedException {
        if (!DONE.add(engine)) {
            return;
        }
        CommandResult all = engine.run(List.of("ps", "--all", "--filter", "name=" + ContainerName.BEGIN, "--format",
                "{{.Names}}"), "", LOOK, Map.of());
        List<String> left = all.output().lines().map(String::strip)
                .filter(name -> ContainerName.of(name).filter(ContainerName::isOfEndedProcess).isPresent()).toList();
        for (String name : left) {
            LOGGER.info("Removing the container {} of a run that was killed", name);
            engine.run(List.of("rm", "--force", "--volumes", name), "", LOOK, Map.of());
        }
    }
}
