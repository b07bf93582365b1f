package dev.ipw.benchmarks.dataset;

import dev.ipw.benchmarks.patch.Testbeds;
import dev.ipw.dataset.DatasetContext;
import dev.ipw.error.ConfigurationException;
import dev.ipw.plugin.Parameters;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A reader of the parameters of benchmarks whose tasks are solved by a patch. */
final class PatchParameters {
    private PatchParameters() {}

    /** Returns the absolute path of the folder with clones. */
    static Optional<String> repositories(Parameters parameters) {
        return parameters.text("repositories").map(text -> {
            Path folder = Path.of(text).toAbsolutePath().normalize();
            if (!Files.isDirectory(folder)) {
                throw new ConfigurationException("The parameter repositories names no folder: there is no " + folder);
            }
            return folder.toString();
        });
    }

    /** Makes containers as the parameters define. */
    static Testbeds testbeds(DatasetContext context, Parameters parameters) {
        return Testbeds.of(parameters, context.variable("PATH").orElse("/usr/bin:/bin"));
    }
}
