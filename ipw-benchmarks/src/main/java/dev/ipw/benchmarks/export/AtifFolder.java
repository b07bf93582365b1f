package dev.ipw.benchmarks.export;

import dev.ipw.ProfileRun;
import dev.ipw.internal.folder.QueryFolder;
import dev.ipw.record.ProfilingRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A writer of a trajectory for each query of a run, in a folder named after the query. Memory holds one query.
 *
 * @param run the run
 */
record AtifFolder(ProfileRun run) implements FolderExport {
    static final String FILE = "trajectory.json";

    @Override
    public long write(Path folder) throws IOException {
        AtifRun shared = AtifRun.of(run);
        long written = 0;
        try (Stream<ProfilingRecord> records = run.records()) {
            for (Iterator<ProfilingRecord> each = records.iterator(); each.hasNext();) {
                ProfilingRecord record = each.next();
                Path place = Files.createDirectory(folder.resolve(QueryFolder.name(record.question().id())));
                write(new AtifTrajectory(record, shared), place);
                written++;
            }
        }
        return written;
    }

    private static void write(AtifTrajectory trajectory, Path place) throws IOException {
        Files.writeString(place.resolve(FILE), trajectory.tree().prettyJson() + "\n", StandardCharsets.UTF_8);
        for (Map.Entry<String, byte[]> image : trajectory.images().entrySet()) {
            Files.createDirectories(place.resolve(AtifSteps.IMAGES));
            Files.write(place.resolve(image.getKey()), image.getValue());
        }
    }
}
