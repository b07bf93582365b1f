package dev.ipw.benchmarks.harbor;

import dev.ipw.benchmarks.environment.BubblewrapHost;
import dev.ipw.benchmarks.environment.CommandHost;
import dev.ipw.benchmarks.environment.ContainerHost;
import dev.ipw.benchmarks.environment.ContainerImages;
import dev.ipw.benchmarks.environment.ContainerSettings;
import dev.ipw.benchmarks.environment.ContainerSettings.Network;
import dev.ipw.benchmarks.environment.EngineCommand;
import dev.ipw.benchmarks.environment.EnvironmentChoice;
import dev.ipw.error.InputException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** A maker of the hosts of tasks: containers for those that need an image, bubblewrap for others. */
final class HarborHosts {
    private static final String WORKING_FOLDER = "/app";
    private static final long MEMORY_BYTES = 4L << 30;

    private final EnvironmentChoice choice;
    private final Optional<ContainerImages> images;
    private final String plainImage;
    private final Network network;

    /**
     * Makes hosts.
     *
     * @param choice     the isolation that is available on this machine
     * @param plainImage the image of tasks that need none, where there is no bubblewrap
     * @param network    the containers' access to the network, where the task may have one
     */
    HarborHosts(EnvironmentChoice choice, String plainImage, Network network) {
        this.choice = choice;
        this.plainImage = plainImage;
        this.network = network;
        images = choice.engine().map(ContainerImages::new);
    }

    /** Returns the kind of the host of a task; empty if none is available for it. */
    Optional<String> kind(HarborTask task) {
        return isBubblewrapped(task) ? Optional.of("bubblewrap") : choice.engine().map(EngineCommand::name);
    }

    private boolean isBubblewrapped(HarborTask task) {
        return !task.environment().needsImage() && choice.bubblewrap().isPresent();
    }

    /** Returns the reasons that no host is available for a task. */
    String problems() {
        return String.join(", ", choice.problems());
    }

    /**
     * Makes the host of a task, and the image if it has to be built.
     *
     * @param task      the task
     * @param workspace the folder of this machine that is bubblewrap's working folder
     * @param variables the environment variables of its commands
     */
    CommandHost host(HarborTask task, Path workspace, Map<String, String> variables) throws InterruptedException {
        EnvironmentSettings place = task.environment();
        if (isBubblewrapped(task)) {
            return new BubblewrapHost(choice.bubblewrap().orElseThrow(), workspace,
                    place.workingFolder().orElse(WORKING_FOLDER),
                    place.hasInternet() && network != Network.NONE,
                    place.memoryBytes().orElse(MEMORY_BYTES), variables);
        }
        EngineCommand engine = choice.engine().orElseThrow(() -> new InputException("The task " + task.id()
                + " needs a container engine (" + problems() + "): install podman or docker"));
        return new ContainerHost(engine, new ContainerSettings(image(task),
                place.workingFolder().or(() -> place.needsImage() ? Optional.empty() : Optional.of(WORKING_FOLDER)),
                variables,
                place.hasInternet() ? network : Network.NONE, place.processors(), place.memoryBytes()));
    }

    private String image(HarborTask task) throws InterruptedException {
        EnvironmentSettings place = task.environment();
        if (place.image().isPresent()) {
            return place.image().get();
        }
        return place.hasDockerfile()
                ? images.orElseThrow().built(place.folder(), place.longestBuild())
                : plainImage;
    }
}
