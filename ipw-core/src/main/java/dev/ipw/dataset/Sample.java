package dev.ipw.dataset;

import dev.ipw.error.InputException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Hold the sample of records that a run asks.
 *
 * @param records  the records, in the order in which they are asked
 * @param manifest what was taken from what
 */
public record Sample(List<DatasetRecord> records, SampleManifest manifest) {
    private static final Pattern EPOCH = Pattern.compile("(.*)#\\d+", Pattern.DOTALL);

    /** Copy the records and refuse nulls. */
    public Sample {
        records = List.copyOf(records);
        Objects.requireNonNull(manifest, "manifest");
    }

    /**
     * Refuse ids that a record has in another epoch.
     *
     * @throws InputException if there are such
     */
    public void requireRepeatable() {
        Set<String> ids = records.stream().map(DatasetRecord::id).collect(Collectors.toSet());
        for (String id : ids) {
            Matcher epoch = EPOCH.matcher(id);
            if (epoch.matches() && ids.contains(epoch.group(1))) {
                throw new InputException("Dataset " + manifest.datasetId() + " has a record '" + id
                        + "', which is what '"
                        + epoch.group(1) + "' is called when it is asked again; give one of the two another id");
            }
        }
    }
}
