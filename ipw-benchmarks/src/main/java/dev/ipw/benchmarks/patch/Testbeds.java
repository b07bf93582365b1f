package dev.ipw.benchmarks.patch;

import dev.ipw.benchmarks.environment.ContainerHost;
import dev.ipw.benchmarks.environment.ContainerSettings;
import dev.ipw.benchmarks.environment.ContainerSettings.Network;
import dev.ipw.benchmarks.environment.EngineCommand;
import dev.ipw.benchmarks.environment.EnvironmentChoice;
import dev.ipw.benchmarks.verification.Verification;
import dev.ipw.environment.CommandResult;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.plugin.Parameters;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** A maker of containers of images with repositories, which also tests patches in fresh ones. */
public final class Testbeds {
    private static final List<String> ENVIRONMENTS = List.of("auto", "podman", "docker", "none");
    private static final List<String> NETWORKS = List.of("bridge", "host", "none");
    /**
     * The variables of all commands. Images of repositories set up their Python in this file, which non-interactive
     * shells do not read otherwise.
     */
    private static final Map<String, String> VARIABLES = Map.of("BASH_ENV", "/root/.bashrc");

    private final String path;
    private final String wanted;
    private final Network network;
    private Optional<EnvironmentChoice> choice = Optional.empty();

    private Testbeds(String path, String wanted, Network network) {
        this.path = path;
        this.wanted = wanted;
        this.network = network;
    }

    /**
     * Reads the parameters {@code environment} (auto, podman, docker or none) and {@code network} (bridge, host or
     * none).
     *
     * @param parameters the parameters
     * @param path       the folders of programs, as in the variable PATH
     * @return the maker of containers; no engine is looked for yet
     * @throws ConfigurationException if a value is none of these
     */
    public static Testbeds of(Parameters parameters, String path) {
        return new Testbeds(path, oneOf("environment", parameters, ENVIRONMENTS),
                Network.valueOf(oneOf("network", parameters, NETWORKS).toUpperCase(Locale.ROOT)));
    }

    private static String oneOf(String key, Parameters parameters, List<String> allowed) {
        String value = parameters.text(key).orElse(allowed.getFirst());
        if (!allowed.contains(value)) {
            throw new ConfigurationException("The parameter " + key + " must be one of " + String.join(", ", allowed)
                    + ", not '" + value + "'");
        }
        return value;
    }

    /**
     * Returns the reason that tests cannot be run here.
     *
     * @param tests the tests
     * @return the reason; empty if they can be run
     */
    public Optional<String> problem(PatchTests tests) {
        return tests.problem().or(() -> engine().isPresent()
                ? Optional.empty()
                : Optional.of(wanted.equals("none")
                        ? "no container is wanted"
                        : "there is no container engine (" + String.join(", ", choice().problems()) + ")"));
    }

    private Optional<EngineCommand> engine() {
        return wanted.equals("none") ? Optional.empty() : choice().engine();
    }

    private synchronized EnvironmentChoice choice() {
        EnvironmentChoice found = choice.orElseGet(() -> EnvironmentChoice.ofEngines(path, wanted));
        choice = Optional.of(found);
        return found;
    }

    /** Returns the name of the engine of the containers. */
    String name() {
        return engine().map(EngineCommand::name).orElse("none");
    }

    /** Describes a container of the tests' image. */
    Testbed testbed(PatchTests tests) {
        EngineCommand engine = engine().orElseThrow(() -> new InputException("There is no container engine"));
        String image = tests.image().orElseThrow(() -> new InputException("The task names no image"));
        return new Testbed(new ContainerHost(engine, new ContainerSettings(image, Optional.of(Testbed.FOLDER),
                VARIABLES, network, OptionalDouble.empty(), OptionalLong.empty())));
    }

    /**
     * Tests a patch in a fresh container, so that only its changes count.
     *
     * @param tests  the tests
     * @param patch  the patch's bytes
     * @param folder the folder of this machine for the results
     * @return the result of the tests; a container that does not work is a problem, not a failure
     * @throws InterruptedException if the calling thread is interrupted
     */
    Verification tested(PatchTests tests, byte[] patch, Path folder) throws InterruptedException {
        if (new String(patch, StandardCharsets.ISO_8859_1).isBlank()) {
            return tests.failed("Nothing was changed", name());
        }
        try (Testbed fresh = testbed(tests)) {
            fresh.start();
            PatchTests.Judging judging = tests.prepare(fresh, folder);
            CommandResult applied = fresh.apply(patch);
            return applied.isFine()
                    ? judging.judge().withFacts(Map.of("patch", Testbed.way(applied)))
                    : tests.failed("The patch does not fit the repository: " + Testbed.errorText(applied),
                            fresh.name());
        } catch (InputException broken) {
            return Verification.missing("The patch could not be tested: " + broken.getMessage(), name());
        }
    }
}
