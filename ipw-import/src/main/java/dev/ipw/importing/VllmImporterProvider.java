package dev.ipw.importing;

import dev.ipw.error.InputException;
import dev.ipw.internal.json.JsonFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apiguardian.api.API;

/** The provider of an importer of the results of vLLM's serving benchmark. */
@API(status = API.Status.EXPERIMENTAL)
public final class VllmImporterProvider implements RunImporterProvider {
    static final String ID = "vllm";

    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public VllmImporterProvider() {}

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String description() {
        return "results of vllm bench serve with --save-result --save-detailed (one JSON file)";
    }

    @Override
    public List<ImportableRun> runs(Path path) {
        if (!Files.isRegularFile(path)) {
            throw new InputException(path.toAbsolutePath() + " is no file. Give the JSON file that vllm bench serve "
                    + "wrote with --save-result --save-detailed");
        }
        if (!new JsonFile(path).isOneValue()) {
            throw new InputException(path.toAbsolutePath() + " holds several results, as --append-result writes them. "
                    + "Give each its own file, one line of it a file");
        }
        String name = path.toAbsolutePath().getFileName().toString().replaceFirst("\\.json$", "");
        return List.of(RunFiles.one(name, () -> new VllmRun(path)));
    }
}
