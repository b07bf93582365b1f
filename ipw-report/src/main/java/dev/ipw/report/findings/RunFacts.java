package dev.ipw.report.findings;

import dev.ipw.analysis.internal.ModelCalls;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.internal.file.BoundedFile;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.report.markup.Tree;
import dev.ipw.results.RunReader;
import java.nio.charset.StandardCharsets;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A run as a tree: its folder, model and time, its summary, and the results of analyses by their ids. */
public final class RunFacts {
    private static final long MAX_SUMMARY_BYTES = 16L << 20;

    private RunFacts() {}

    /**
     * Builds the tree.
     *
     * @param name     the name of the run in the page
     * @param run      the run
     * @param findings results of analyses as trees by the analysis' id
     * @return the tree, to which more may be added
     */
    public static Map<String, @Nullable Object> of(String name, RunReader run, Map<String, ?> findings) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("name", name);
        tree.put("folder", run.directory().path().toString());
        tree.put("subject", ModelCalls.subject(run));
        tree.put("started_at", run.summary().startTime().truncatedTo(ChronoUnit.SECONDS).toString());
        tree.put("summary", summary(run));
        tree.putAll(findings);
        tree.put("energy_claim", energyClaim(run, new Tree(tree)));
        return tree;
    }

    /** Returns the origin of the joules in the headline figures; the joules of queries have their own. */
    private static Map<String, @Nullable Object> energyClaim(RunReader run, Tree found) {
        EnergyReading devices = run.summary().totals().deviceEnergy();
        Provenance headline = found.text("accuracy.summary.energy_provenance").map(Provenance::valueOf)
                .orElse(devices.provenance());
        return TreeBuilder.object().put("provenance", headline.name())
                .put("complete", devices.isComplete()).put("sensor_error", devices.provenance().sensorError()).build();
    }

    private static Map<String, ? extends @Nullable Object> summary(RunReader run) {
        String place = run.directory().summary().toAbsolutePath().toString();
        return TreeReader.ofJson(place, new String(
                BoundedFile.read(run.directory().summary(), MAX_SUMMARY_BYTES), StandardCharsets.UTF_8)).asMap();
    }
}
