package dev.ipw;

import dev.ipw.dataset.DatasetRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Makes a temporary run and ends; tells in {@code path.txt} where it was. */
final class TemporaryRunProgram {
    private TemporaryRunProgram() {}

    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        try (Profiler profiler = Profiler.builder().client(new FakeClient(prompt -> "right"))
                .dataset(new FakeDataset(List.of(DatasetRecord.of("1", "question", "right"))))
                .measurement(how -> how.warmupQueries(0).telemetry("none").calibration(false))
                .storage(where -> where.asTemporary()).build()) {
            Files.writeString(folder.resolve("path.txt"), profiler.run().path().toString());
        }
    }
}
