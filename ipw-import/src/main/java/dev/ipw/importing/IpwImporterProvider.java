package dev.ipw.importing;

import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.table.HuggingFaceFolder;
import dev.ipw.run.RunDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;

/** The provider of an importer of run directories of the Python reference, Intelligence Per Watt of HazyResearch. */
@API(status = API.Status.EXPERIMENTAL)
public final class IpwImporterProvider implements RunImporterProvider {
    static final String ID = "ipw";

    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public IpwImporterProvider() {}

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String description() {
        return "run directories of the Python ipw (a HuggingFace dataset with summary.json)";
    }

    @Override
    public List<ImportableRun> runs(Path path) {
        if (Files.exists(new RunDirectory(path).journal())) {
            throw new ConfigurationException(path.toAbsolutePath()
                    + " is already a run of this ipw: use it in any command");
        }
        HuggingFaceFolder.open(path, Optional.empty());
        Path name = path.toAbsolutePath().normalize().getFileName();
        return List.of(RunFiles.one(name == null ? "run" : name.toString(), () -> new ReferenceRun(path)));
    }
}
