package dev.ipw.cli.bench;

import dev.ipw.cli.command.CommandContext;
import dev.ipw.cli.profile.AgentOptions;
import dev.ipw.cli.profile.ProfileOptions;
import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.IpwException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.names.NearestNames;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command that measures a grid of agents, models and datasets, one cell after the other. */
@Command(name = BenchCommand.NAME, modelTransformer = BenchCommand.WithoutSingleOnes.class,
        description = {"Measure each combination of agents, models and datasets, one after the other, and set accuracy"
                + " against joules, seconds and dollars.",
                "All options of 'ipw profile' and 'ipw run' that ask for one run hold for every cell. --run-name names the"
                        + " folder, and --resume goes on where it stopped."})
public final class BenchCommand implements Callable<Integer> {
    public static final String NAME = "bench";
    private static final String PREFIX = "bench_";

    private final CommandContext ipw;

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "FOLDER",
            description = "With --resume: the folder of a bench to go on with, without its other options.")
    private Optional<Path> folder = Optional.empty();

    @Option(names = "--agents", paramLabel = "ID", split = ",",
            description = "The agents; none asks questions as they stand. Default: none.")
    private List<String> agents = new ArrayList<>();

    @Option(names = "--models", paramLabel = "NAME", split = ",",
            description = "The models. Default: the client's.")
    private List<String> models = new ArrayList<>();

    @Option(names = "--datasets", paramLabel = "ID|FILE", split = ",", description = "The datasets.")
    private List<String> datasets = new ArrayList<>();

    @Option(names = "--grid", paramLabel = "FILE",
            description = "Take agents, models and datasets, each with options of its own, from a YAML or JSON file.")
    private Optional<Path> grid = Optional.empty();

    @Option(names = "--order", paramLabel = "random|given",
            description = "The order of the cells: drawn by --seed, or as they are named. Default: random, so that what"
                    + " changes with time favours no cell.")
    private Optional<String> order = Optional.empty();

    @Option(names = "--dry-run", description = "Check all cells, show the plan and end.")
    private boolean dryRun;

    // Each cell parses them again from its arguments.
    @SuppressWarnings("unused")
    @ArgGroup(validate = false, heading = "%nThe agents' tools and limits:%n")
    private AgentOptions agent = new AgentOptions();

    @Mixin
    private final ProfileOptions options = new ProfileOptions();

    public BenchCommand(CommandContext ipw) {
        this.ipw = ipw;
    }

    @Override
    public Integer call() throws InterruptedException {
        List<String> typed = typed();
        if (folder.isPresent()) {
            return resume(new BenchFolder(folder.get()), typed);
        }
        Optional<GridFile> file = grid.map(GridFile::read);
        BenchGrid crossed = crossed(file, typed);
        BenchFolder place = new BenchFolder(
                options.outputFolder.resolve(PREFIX + options.runName.orElseGet(crossed::name)));
        BenchManifest asked = asked(crossed, order.or(() -> file.flatMap(GridFile::order)));
        if (!options.resume) {
            place.requireFree();
            return measure(place, asked);
        }
        BenchManifest stored = place.read();
        requireSame(place, asked.differences(stored));
        return measure(place, asked.resuming(stored));
    }

    /** Resumes the bench that a folder lists. */
    private int resume(BenchFolder place, List<String> typed) throws InterruptedException {
        if (!options.resume) {
            requireFolder(place.path());
            throw new ConfigurationException("'ipw bench --resume " + place.path()
                    + "' goes on with a bench; 'ipw bench show " + place.path() + "' shows it");
        }
        if (!typed.isEmpty() || grid.isPresent() || order.isPresent()
                || Stream.of(agents, models, datasets).anyMatch(names -> !names.isEmpty())) {
            throw new ConfigurationException("--resume FOLDER takes all options from the folder: leave the others out");
        }
        BenchManifest stored = place.read();
        if (stored.lacksSecrets()) {
            throw new ConfigurationException("The options of " + place.path() + " hold a secret, which is not stored."
                    + " Type the whole command again with --resume");
        }
        return measure(place, stored);
    }

    /** Checks that the folder exists: a mistyped command is parsed as a folder. */
    private void requireFolder(Path path) {
        String meant = NearestNames.question(path.toString(),
                Objects.requireNonNull(spec).subcommands().keySet());
        if (!Files.exists(path) && !meant.isEmpty()) {
            throw new ConfigurationException(
                    "'" + path + "' is neither a folder nor a command of 'ipw bench'." + meant);
        }
    }

    private static void requireSame(BenchFolder place, List<String> differences) {
        if (!differences.isEmpty()) {
            throw new ConfigurationException("The bench " + place.path().toAbsolutePath()
                    + " was begun with other settings, so it is not resumed; nothing was changed. "
                    + String.join("; ", differences)
                    + ". Use the same settings, or begin a bench under another --run-name");
        }
    }

    private int measure(BenchFolder place, BenchManifest manifest) throws InterruptedException {
        try (CellServers servers = new StartedServers(ipw)) {
            BenchRunner runner = new BenchRunner(ipw, place, servers, manifest);
            runner.check();
            BenchPlan plan = new BenchPlan(place, runner.manifest());
            if (dryRun) {
                ipw.answer(() -> plan.text(ipw.terminal().columns()), plan::tree);
                return ExitCode.FINE;
            }
            ipw.note(plan.text(ipw.terminal().columns()).stripTrailing());
            try (FileChannel lock = place.lock()) {
                runner.run();
                return report(place, runner, lock.isOpen());
            } catch (IOException failed) {
                throw new IpwException("Cannot let go of " + place.path() + ": " + AtomicFile.reasonOf(failed), failed);
            }
        }
    }

    private int report(BenchFolder place, BenchRunner runner, boolean isHeld) {
        BenchReport report = BenchReport.of(place, runner.manifest());
        List<Path> pages = isHeld ? report.writePages() : List.of();
        report.failures().forEach(ipw::complain);
        ipw.answer(() -> report.text(ipw.terminal().columns()), report::tree);
        pages.forEach(page -> ipw.note("Report: " + page));
        if (runner.isStopped()) {
            return ExitCode.INTERRUPTED;
        }
        return runner.isUnreachable()
                ? ExitCode.SERVER_UNREACHABLE
                : report.hasFailed() ? ExitCode.SOME_FAILED : ExitCode.FINE;
    }

    private BenchGrid crossed(Optional<GridFile> file, List<String> typed) {
        List<String> common = file.map(one -> one.options(typed)).orElse(List.of());
        List<GridEntry> asked = entries(GridAxis.DATASETS, datasets, file, typed);
        if (asked.isEmpty()) {
            throw new ConfigurationException(
                    "Name the datasets, for example --datasets gsm8k,tasks.jsonl, or a --grid FILE that does");
        }
        List<GridEntry> called = entries(GridAxis.MODELS, models, file, typed);
        List<GridEntry> working = entries(GridAxis.AGENTS, agents, file, typed);
        return new BenchGrid(
                working.isEmpty() ? List.of(GridEntry.named(GridAxis.AGENTS, AgentOptions.NONE)) : working,
                called.isEmpty() ? List.of(new GridEntry(options.client(), List.of())) : called, asked, common, typed);
    }

    /** Returns the entries of an axis: typed entries replace those of the file, and may refer to them by name. */
    private static List<GridEntry> entries(GridAxis axis, List<String> named, Optional<GridFile> file,
            List<String> typed) {
        List<GridEntry> known = file.map(one -> one.entries(axis, typed)).orElse(List.of());
        if (named.isEmpty()) {
            return known;
        }
        return named.stream().map(String::strip).filter(name -> !name.isEmpty())
                .map(name -> known.stream().filter(entry -> entry.name().equals(name)).findFirst()
                        .orElseGet(() -> GridEntry.named(axis, name)))
                .toList();
    }

    private BenchManifest asked(BenchGrid crossed, Optional<String> asked) {
        List<BenchCell> cells = crossed.cells();
        List<CellOptions> read = cells.stream().map(BenchCell::options).toList();
        return BenchManifest.of(ipw.typed(), BenchManifest.Order.of(asked.orElse("random")),
                read.getFirst().profile().seed, cells);
    }

    /** Returns the common options of all cells as typed. */
    private List<String> typed() {
        Set<String> ofCells = CellOptions.names();
        List<String> arguments = new ArrayList<>();
        for (OptionSpec option : Objects.requireNonNull(spec).commandLine().getParseResult().matchedOptions().stream()
                .distinct().toList()) {
            String name = option.longestName();
            if (!ofCells.contains(name.substring(2))) {
                continue;
            }
            if (option.arity().max() == 0) {
                arguments.add(name);
            } else {
                option.originalStringValues().forEach(value -> arguments.add(name + "=" + value));
            }
        }
        refuseSeries();
        return arguments;
    }

    private void refuseSeries() {
        Set<String> refused = Set.of("--agent", "--sweep", "--find-rate", "--attainment", "--repeat", "--interleave",
                "--shard",
                "--replay", "--replay-speed");
        Objects.requireNonNull(spec).commandLine().getParseResult().matchedOptions().stream()
                .map(OptionSpec::longestName).filter(refused::contains).findFirst().ifPresent(name -> {
                    throw new ConfigurationException(name.equals("--agent")
                            ? "'ipw bench' takes its agents by --agents"
                            : "'ipw bench' measures each cell once: leave " + name + " out");
                });
    }

    /** Removes the options that a grid has in another form. */
    static final class WithoutSingleOnes implements IModelTransformer {
        /** Creates the transformer, as picocli does. */
        WithoutSingleOnes() {}

        @Override
        public CommandSpec transform(CommandSpec spec) {
            for (String name : List.of("--model", "--dataset", "--overwrite")) {
                Optional.ofNullable(spec.findOption(name)).ifPresent(spec::remove);
            }
            return spec;
        }
    }
}
