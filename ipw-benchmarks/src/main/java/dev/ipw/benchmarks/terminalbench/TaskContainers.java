package dev.ipw.benchmarks.terminalbench;

import dev.ipw.benchmarks.environment.ContainerHost;
import dev.ipw.benchmarks.environment.ContainerImages;
import dev.ipw.benchmarks.environment.ContainerSettings;
import dev.ipw.benchmarks.environment.ContainerSettings.Network;
import dev.ipw.benchmarks.environment.EngineCommand;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;

/** The containers of tasks, and the images that they are made of. */
final class TaskContainers {
    private static final Duration LONGEST_BUILD = Duration.ofMinutes(30);

    private final EngineCommand engine;
    private final Network network;
    private final ContainerImages images;

    TaskContainers(EngineCommand engine, Network network) {
        this.engine = engine;
        this.network = network;
        images = new ContainerImages(engine);
    }

    String name() {
        return engine.name();
    }

    ContainerHost container(TerminalBenchTask task) throws InterruptedException {
        ComposeService service = task.service();
        String image = service.image().isPresent()
                ? service.image().get()
                : images.built(service.folder(), LONGEST_BUILD);
        Map<String, String> variables = new TreeMap<>(service.variables());
        variables.put("TEST_DIR", ComposeService.TESTS);
        return new ContainerHost(engine, new ContainerSettings(image, Optional.empty(), variables, network,
                OptionalDouble.empty(), OptionalLong.empty()));
    }
}
