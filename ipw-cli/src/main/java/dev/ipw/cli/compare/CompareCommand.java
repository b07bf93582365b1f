package dev.ipw.cli.compare;

import dev.ipw.ProfileRun;
import dev.ipw.analysis.comparison.ComparedDimension;
import dev.ipw.analysis.comparison.RunComparison;
import dev.ipw.analysis.comparison.internal.ComparedRun;
import dev.ipw.analysis.comparison.internal.Comparison;
import dev.ipw.analysis.comparison.internal.FailureRule;
import dev.ipw.analysis.comparison.internal.FailureRule.Judgement;
import dev.ipw.analysis.comparison.internal.FailureRule.Result;
import dev.ipw.cli.command.CommandContext;
import dev.ipw.cli.command.JsonFile;
import dev.ipw.cli.result.SensorError;
import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.cli.text.TextTable;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.folder.SeriesFolder;
import dev.ipw.report.HtmlReport;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command that compares runs with the first one: whether they differ, by how much, and whether rules fail. */
@Command(name = "compare",
        description = {
                "Compare runs with the first one: by how much they differ, and whether that is more than chance.",
                "One run of each shows this of right answers and tokens only. Times and joules vary from run to run: "
                        + "give runs in turn (--interleave), or two folders of 'ipw profile --repeat', and they are judged."},
        exitCodeList = {
                "0:fine; no rule of --fail-if failed", "1:the comparison could not be finished",
                "2:wrong use: a run, dimension or rule that cannot work",
                "4:a difference lies wholly beyond a limit of --fail-if",
                "5:inconclusive: a limit of --fail-if lies within the interval of the difference, or one run of each cannot tell"})
public final class CompareCommand implements Callable<Integer> {
    private final CommandContext ipw;

    @Parameters(arity = "1..*", paramLabel = "RUN",
            description = "Folders of runs, or of a series; each run is compared with the first. Folders of 'ipw profile "
                    + "--repeat' are compared as one each, run by run. A difference is a figure less the first's.")
    private List<Path> runs = new ArrayList<>();

    @Option(names = "--interleave",
            description = "The runs are of two configurations in turn, A B A B ..., or a folder of 'ipw profile --interleave': "
                    + "compare them block by block, so that the machine's drift does not count as a difference.")
    private boolean interleave;

    @Option(names = "--dimension", paramLabel = "NAME", split = ",",
            description = "What to compare, for example tpot, ttft, j/query, accuracy or ipj; may be given several times. "
                    + "Default: times, speed and length of the answers, and requests/s, J/query, J/token, W, accuracy, IPJ "
                    + "and IPW of the runs.")
    private List<String> dimensions = new ArrayList<>();

    @Option(names = "--fail-if", paramLabel = "RULE",
            description = "A difference that may not pass, for example 'tpot.median > +5%%' or 'ttft.p99 > 20ms'; may be "
                    + "given several times. The exit code says what came of it.")
    private List<String> rules = new ArrayList<>();

    @Option(names = "--output", paramLabel = "FILE",
            description = "Write the whole comparison into this file, as JSON.")
    private @Nullable Path output;

    @Option(names = "--report", paramLabel = "FILE",
            description = "Write it into this file for a browser, with charts of the runs; it needs no network.")
    private @Nullable Path report;

    @Option(names = "--markdown", paramLabel = "FILE",
            description = "Write tables and rules into this file as Markdown, for a comment on a change.")
    private @Nullable Path markdown;

    @Option(names = "--details",
            description = "Print of each dimension its conclusion in a sentence, percentiles, both runs' figures and the tests.")
    private boolean details;

    public CompareCommand(CommandContext ipw) {
        this.ipw = ipw;
    }

    @Override
    public Integer call() {
        List<FailureRule> parsed = rules.stream().map(FailureRule::parse).toList();
        List<ComparedDimension> asked = dimensions.isEmpty()
                ? ComparedDimension.usual()
                : dimensions.stream().map(ComparedDimension::named).toList();
        List<ComparedDimension> compared = Stream
                .concat(asked.stream(), parsed.stream().map(FailureRule::dimension)).distinct().toList();
        List<List<ProfileRun>> groups = groups();
        List<ProfileRun> opened = groups.stream().flatMap(List::stream).toList();
        opened.forEach(run -> ipw.complainOfDamage(run.summary()));
        Comparison comparison = compare(groups, compared);
        if (output != null) {
            JsonFile.write(output, comparison.toJson());
        }
        if (report != null) {
            ipw.note("Report: " + HtmlReport.of(opened).comparing(comparison.toJson()).write(report));
        }
        List<Result> results = comparison.runs().stream()
                .flatMap(run -> parsed.stream().map(rule -> rule.judge(run))).toList();
        boolean hasJoules = compared.stream().anyMatch(one -> one.unit().contains("J") || one.unit().contains("W"));
        Optional<String> sensorError = SensorError.of(opened.getFirst().summary()).filter(any -> hasJoules)
                .map(text -> "Of all joules, " + text + "; alike on one board");
        if (markdown != null) {
            AtomicFile.write(markdown, new ComparisonMarkdown(results, sensorError).of(comparison.runs())
                    .getBytes(StandardCharsets.UTF_8));
        }
        show(comparison, results, sensorError);
        return exitCode(results);
    }

    /**
     * Returns the groups of runs: a series of repeated runs is one group, any other argument is compared run by run.
     */
    private List<List<ProfileRun>> groups() {
        boolean areRepeats = !interleave && runs.size() > 1 && runs.stream().allMatch(
                folder -> SeriesFolder.in(folder).filter(SeriesFolder::isRepeated).isPresent());
        List<List<Path>> folders = areRepeats
                ? runs.stream().map(folder -> SeriesFolder.runsOf(List.of(folder))).toList()
                : SeriesFolder.runsOf(runs).stream().map(List::of).toList();
        return folders.stream().map(group -> group.stream().map(ProfileRun::open).toList()).toList();
    }

    private Comparison compare(List<List<ProfileRun>> groups, List<ComparedDimension> compared) {
        List<List<ComparedRun>> comparable = groups.stream().map(group -> group.stream()
                .map(run -> ComparedRun.of(run.path(), run.summary(), run::forEachQuery)).toList()).toList();
        if (comparable.stream().anyMatch(group -> group.size() > 1)) {
            return new Comparison(comparable.stream().skip(1)
                    .flatMap(group -> Comparison.ofRepeats(comparable.getFirst(), group, compared).runs().stream())
                    .toList());
        }
        List<ComparedRun> single = comparable.stream().flatMap(List::stream).toList();
        return interleave ? Comparison.ofBlocks(single, compared) : Comparison.of(single, compared);
    }

    private void show(Comparison comparison, List<Result> results, Optional<String> sensorError) {
        List<String> sentences = results.stream().map(Result::sentence).toList();
        if (ipw.json()) {
            comparison.jsonLines().forEach(ipw::line);
            comparison.runs().forEach(this::reportNotes);
            sentences.forEach(ipw::complain);
        } else {
            int columns = ipw.terminal().columns();
            StringBuilder text = new StringBuilder();
            comparison.runs().forEach(run -> text.append(text.isEmpty() ? "" : "\n").append(details
                    ? new ComparisonText(columns).of(run)
                    : new ComparisonScreen(columns, sensorError).of(run)));
            sensorError.filter(any -> details).ifPresent(error -> text.append(TextTable.paragraph(error, "", columns)));
            sentences.forEach(sentence -> text.append(TextTable.paragraph(sentence, "", columns)));
            ipw.print(text.toString());
        }
    }

    private void reportNotes(RunComparison run) {
        run.absent().forEach(one -> ipw.note("Not compared: " + one));
        run.warnings().forEach(one -> ipw.note("Warning: " + one));
    }

    private static int exitCode(List<Result> results) {
        if (results.stream().anyMatch(one -> one.judgement() == Judgement.FAILED)) {
            return ExitCode.BEYOND_LIMIT;
        }
        return results.stream().anyMatch(one -> one.judgement() == Judgement.INCONCLUSIVE)
                ? ExitCode.INCONCLUSIVE
                : ExitCode.FINE;
    }
}
