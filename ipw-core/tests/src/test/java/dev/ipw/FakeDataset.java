package dev.ipw;

import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetRecord;
import java.util.List;
import java.util.stream.Stream;

/** A dataset of the records that a test wants. */
record FakeDataset(List<DatasetRecord> list) implements Dataset {
    @Override
    public String id() {
        return "fake";
    }

    @Override
    public Stream<DatasetRecord> records() {
        return list.stream();
    }
}
