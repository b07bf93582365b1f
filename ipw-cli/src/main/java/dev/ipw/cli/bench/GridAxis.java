package dev.ipw.cli.bench;

import dev.ipw.cli.options.CostOptions;
import dev.ipw.cli.options.EvaluationOptions;
import dev.ipw.cli.options.GeneratingOptions;
import dev.ipw.cli.options.JudgeOptions;
import dev.ipw.cli.profile.AgentOptions;
import dev.ipw.cli.servers.AutoServerOptions;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Model.CommandSpec;

/** The axes of a grid, with the options that an entry of each may have. */
enum GridAxis {
    AGENTS("agent", Set.of(), new AgentOptions()),
    MODELS("model", Set.of("model", "client", "client-base-url", "client-param", "header", "serving-host", "telemetry"),
            new GeneratingOptions(), new CostOptions(), new AutoServerOptions()),
    DATASETS("dataset",
            Set.of("dataset", "dataset-param", "task-env", "evaluator", "evaluator-param", "prompt-template",
                    "max-queries", "epochs", "system"),
            new JudgeOptions(), new EvaluationOptions());

    private final String option;
    private final Set<String> options;

    GridAxis(String option, Set<String> named, Object... groups) {
        this.option = option;
        Set<String> all = new TreeSet<>(named);
        for (Object group : groups) {
            all.addAll(CellOptions.names(CommandSpec.forAnnotatedObject(group)));
        }
        options = Set.copyOf(all);
    }

    /** Returns the option that takes a name on this axis, without dashes. */
    String option() {
        return option;
    }

    /** Returns the names of the options that an entry may have, without dashes. */
    Set<String> options() {
        return options;
    }

    /** Returns its name in options and files. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
