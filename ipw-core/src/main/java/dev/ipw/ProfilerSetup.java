package dev.ipw;

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
 * Hold a builder's settings.
 *
 * @param settings     what is asked of the run
 * @param load         how requests are put on the model
 * @param cost         what tokens and machines cost
 * @param storage      where the run is kept
 * @param plugins      where plugins come from
 * @param runner       takes each question through the model, in place of asking it as it stands
 * @param ownEvaluator judges all answers
 * @param listeners    follow the run
 */
record ProfilerSetup(RunSettings settings, Load load, CostSettings cost, StorageSettings storage,
        PluginSettings plugins, Optional<QueryRunner> runner, Optional<Evaluator> ownEvaluator,
        List<ProfilerListener> listeners) {
    /** Copy the listeners. */
    ProfilerSetup {
        listeners = List.copyOf(listeners);
    }

    /** Returns where runs are kept; temporary ones each in a folder of their own. */
    StorageSettings place() {
        return storage.temporary() ? storage.output(TemporaryRuns.folder()) : storage;
    }

    /** Returns the only run of a profiler, which a series varies. */
    RunVariant single() {
        return new RunVariant(load, place());
    }
}
