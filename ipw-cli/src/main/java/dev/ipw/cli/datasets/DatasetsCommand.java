package dev.ipw.cli.datasets;

import dev.ipw.benchmarks.BenchmarkProvider;
import dev.ipw.cli.command.CommandContext;
import dev.ipw.cli.command.CommandNames;
import dev.ipw.cli.command.KeyValues;
import dev.ipw.cli.options.JudgeOptions;
import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.cli.text.TextTable;
import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetContext;
import dev.ipw.dataset.DatasetProvider;
import dev.ipw.dataset.Datasets;
import dev.ipw.error.ConfigurationException;
import dev.ipw.evaluation.EvaluatorContext;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.evaluation.internal.Evaluators;
import dev.ipw.internal.names.NearestNames;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.plugin.Plugins;
import dev.ipw.settings.EvaluationSettings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command that lists datasets, describes one, or checks benchmarks on their examples. */
@Command(name = "datasets",
        description = {"List the datasets, say what one needs and how it asks, or check that examples"
                + " are scored as they should be. Nothing is downloaded."})
public final class DatasetsCommand implements Callable<Integer> {
    private final CommandContext ipw;

    @Parameters(index = "0", paramLabel = "ACTION", arity = "0..1", defaultValue = "list",
            completionCandidates = Actions.class,
            description = "list, show ID, check [ID...] or%ncheck harbor:FOLDER. Default: ${DEFAULT-VALUE}.")
    private String action = "list";

    @Parameters(index = "1..*", paramLabel = "ID", arity = "0..*",
            description = "Datasets; check takes all without one.")
    private List<String> ids = new ArrayList<>();

    @Option(names = "--dataset-param", paramLabel = "KEY=VALUE",
            description = "check: a parameter of a set of tasks, such as environment=podman.")
    private List<String> datasetParameters = new ArrayList<>();

    @Option(names = "--task-env", paramLabel = "NAME", split = ",",
            description = "check: let tasks have the value of this variable where they ask for it by name.")
    private List<String> taskVariables = new ArrayList<>();

    @Option(names = "--evaluator-param", paramLabel = "KEY=VALUE", arity = "1..*",
            description = "check: a parameter of the evaluators, such as judge_model=NAME.")
    private List<String> parameters = new ArrayList<>();

    @ArgGroup(validate = false, heading = "%nWho judges the answers of check:%n")
    private JudgeOptions judge = new JudgeOptions();

    public DatasetsCommand(CommandContext ipw) {
        this.ipw = ipw;
    }

    @Override
    public Integer call() throws InterruptedException {
        return switch (action) {
            case "list" -> list();
            case "show" -> show();
            case "check" -> check();
            default -> throw new ConfigurationException(
                    "'" + action + "' is none of list, show ID and check [ID...]."
                            + NearestNames.question(action, new Actions())
                            + " Try 'ipw datasets --help'");
        };
    }

    /** The actions, for shell completion and for corrections of typing errors. */
    private static final class Actions extends CommandNames {
        Actions() {
            super("list", "show", "check");
        }
    }

    private int list() {
        List<DatasetProvider> all = plugins().all().stream().sorted(Comparator.comparing(DatasetProvider::id)).toList();
        ipw.answer(() -> {
            TextTable table = new TextTable(1).dropping(2).headed();
            table.row("id", "questions", "evaluator", "what it asks");
            all.forEach(one -> table.row(row(one)));
            return table.format("", ipw.terminal().columns())
                    + "\n" + TextTable.paragraph("More of one: ipw datasets show ID. Any dataset of the hub: --dataset "
                            + "hf:owner/name.", "", ipw.terminal().columns());
        }, () -> TreeBuilder.object().put("datasets", all.stream().map(one -> DatasetText.tree(one).build()).toList()));
        return ExitCode.FINE;
    }

    private static String[] row(DatasetProvider one) {
        return one instanceof BenchmarkProvider provider
                ? new String[]{one.id(), String.valueOf(provider.benchmark().questions()),
                        provider.benchmark().evaluator(), one.description()}
                : new String[]{one.id(), "", "", one.description()};
    }

    private int show() {
        if (ids.size() != 1) {
            throw new ConfigurationException("Name one dataset, as in 'ipw datasets show mmlu-pro'");
        }
        DatasetProvider provider = plugins().require(ids.getFirst());
        ipw.answer(() -> new DatasetText(provider).text(ipw.terminal().columns()),
                () -> DatasetText.tree(provider));
        return ExitCode.FINE;
    }

    private int check() throws InterruptedException {
        Optional<String> tasks = ids.stream().filter(one -> one.contains(":")).findFirst();
        if (tasks.isPresent()) {
            return checkTasks(tasks.get());
        }
        List<BenchmarkProvider> chosen = ids.isEmpty() ? benchmarks() : ids.stream().map(this::benchmark).toList();
        Map<String, String> all = new LinkedHashMap<>(judge.parameters());
        all.putAll(KeyValues.of("--evaluator-param", parameters));
        List<DatasetCheck> checks = new ArrayList<>();
        for (BenchmarkProvider one : chosen) {
            checks.add(DatasetCheck.of(one, all, ipw));
        }
        ipw.answer(() -> DatasetCheck.text(checks, ipw.terminal().columns()),
                () -> TreeBuilder.object().put("checks", checks.stream().map(DatasetCheck::tree).toList()));
        return checks.stream().anyMatch(DatasetCheck::isWrong) ? ExitCode.SOME_FAILED : ExitCode.FINE;
    }

    /** Checks tasks with an environment, which check themselves. */
    private int checkTasks(String name) throws InterruptedException {
        if (ids.size() > 1) {
            throw new ConfigurationException(
                    "Check one set of tasks at a time, as in 'ipw datasets check " + name + "'");
        }
        Dataset dataset = Datasets.open(name,
                dev.ipw.plugin.Parameters.of("dataset " + name,
                        KeyValues.ofDataset(datasetParameters, taskVariables)),
                DatasetContext.system().withProgress(ipw::note), plugins());
        try (Evaluators evaluators = new Evaluators(Plugins.builder("evaluator", EvaluatorProvider.class)
                .classLoader(ipw.classLoader()).build(), EvaluatorContext.builder().build().withProgress(ipw::note),
                EvaluationSettings.DEFAULTS)) {
            TaskCheck check = TaskCheck.of(dataset, evaluators.get(dataset.defaultEvaluator(),
                    KeyValues.of("--evaluator-param", parameters)), ipw::note);
            ipw.answer(() -> check.text(ipw.terminal().columns()), () -> TreeBuilder.object().put("checks",
                    List.of(check.tree())));
            return check.isWrong() ? ExitCode.SOME_FAILED : ExitCode.FINE;
        }
    }

    private BenchmarkProvider benchmark(String id) {
        return Optional.of(plugins().require(id)).filter(BenchmarkProvider.class::isInstance)
                .map(BenchmarkProvider.class::cast).orElseThrow(() -> new ConfigurationException("The dataset " + id
                        + " has no examples to check; 'ipw datasets check' checks those that have some"));
    }

    private List<BenchmarkProvider> benchmarks() {
        return plugins().all().stream().filter(BenchmarkProvider.class::isInstance).map(BenchmarkProvider.class::cast)
                .sorted(Comparator.comparing(DatasetProvider::id)).toList();
    }

    private Plugins<DatasetProvider> plugins() {
        return Plugins.builder("dataset", DatasetProvider.class).classLoader(ipw.classLoader()).build();
    }
}
