package dev.ipw.profile.internal;

import dev.ipw.evaluation.Evaluator;
import dev.ipw.load.Load;
import dev.ipw.progress.ProfilerListener;
import dev.ipw.query.QueryRunner;
import dev.ipw.run.RunSettings;
import dev.ipw.settings.CostSettings;
import dev.ipw.settings.PluginSettings;
import dev.ipw.settings.StorageSettings;
import java.util.List;
import java.util.Optional;

/**
 * The settings of a builder.
 *
 * @param settings     the settings of the run
 * @param load         how requests are sent to the model
 * @param cost         the prices of tokens and machines
 * @param storage      where the run is stored
 * @param plugins      where plugins come from
 * @param runner       sends each question to the model, in place of one plain request
 * @param ownEvaluator evaluates all answers
 * @param listeners    receive the events of the run
 */
public record ProfilerSetup(RunSettings settings, Load load, CostSettings cost, StorageSettings storage,
        PluginSettings plugins, Optional<QueryRunner> runner, Optional<Evaluator> ownEvaluator,
        List<ProfilerListener> listeners) {
    /** Copies the listeners. */
    public ProfilerSetup {
        listeners = List.copyOf(listeners);
    }

    /** Returns where runs are stored; each temporary one in a folder of its own. */
    StorageSettings place() {
        return storage.temporary() ? storage.output(TemporaryRuns.folder()) : storage;
    }

    /** Returns the variant of a profiler's only run. A series varies it. */
    RunVariant single() {
        return new RunVariant(load, place());
    }
}
