package dev.ipw;

import dev.ipw.analysis.Analysis;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.Efficiency;
import dev.ipw.analysis.Goodput;
import dev.ipw.analysis.KeptRequests;
import dev.ipw.analysis.LengthCheck;
import dev.ipw.analysis.RecordGatherer;
import dev.ipw.analysis.ServiceLevels;
import dev.ipw.analysis.SideBySideAnalysis;
import dev.ipw.analysis.comparison.ComparedRun;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.evaluation.Evaluators;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.profile.ProfilerListener;
import dev.ipw.profile.ReEvaluation;
import dev.ipw.profile.RunRecovery;
import dev.ipw.quality.RunValidity;
import dev.ipw.record.Dimension;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.results.RunReader;
import dev.ipw.results.RunSummary;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Read a finished run.
 *
 * <pre>{@code
 * ProfileRun run = ProfileRun.open(Path.of("runs/demo"));
 * double[] seconds = run.dimension("time_per_output_token");
 * run.efficiency().intelligencePerJoule().ifPresent(ipj -> System.out.println(ipj.value()));
 * }</pre>
 */
public final class ProfileRun implements ComparedRun {
    /** Replaced once the run's results are written anew, so that its summary and its records are of one writing. */
    private volatile RunReader reader;

    ProfileRun(RunReader reader) {
        this.reader = reader;
    }

    /**
     * Open a run.
     *
     * @param path the run's directory
     * @return the run
     * @throws InputException if there is no run, it was cut off before its end, or a file is damaged
     */
    public static ProfileRun open(Path path) {
        return new ProfileRun(RunReader.open(path));
    }

    /**
     * Finish a run that was cut off, from its journal and samples, and open it. Answers that were not judged are judged by
     * the evaluators on the class path. A finished run is only opened.
     *
     * @param path the run's directory
     * @return the run, marked as interrupted if it had to be finished
     * @throws InputException if there is no run, it is still going, or its journal is damaged
     */
    public static ProfileRun recover(Path path) {
        try (Evaluators evaluators = Evaluators.discovered()) {
            return recover(path, evaluators);
        }
    }

    /**
     * Finish a run that was cut off, as {@link #recover(Path)} does, and judge by evaluators of one's choice.
     *
     * @param path       the run's directory
     * @param evaluators who judges; they are not closed
     * @return the run, marked as interrupted if it had to be finished
     * @throws InputException if there is no run, it is still going, or its journal is damaged
     */
    public static ProfileRun recover(Path path, Evaluators evaluators) {
        return new ProfileRun(RunRecovery.recover(path, evaluators));
    }

    RunReader reader() {
        return reader;
    }

    /**
     * Give where the run lies.
     *
     * @return the run's directory
     */
    @Override
    public Path path() {
        return reader.directory().path();
    }

    /**
     * Give what was asked and what it came to.
     *
     * @return the summary
     */
    @Override
    public RunSummary summary() {
        return reader.summary();
    }

    /**
     * Say whether the run's times may be trusted.
     *
     * @return the verdict; empty if the run was cut off before it was known, nothing was answered, or an older version ran
     *         it
     */
    public Optional<RunValidity> verdict() {
        return summary().verdict();
    }

    /**
     * Read the queries in the order in which they finished. Close the stream after use.
     *
     * @return the queries
     * @throws InputException if the dataset is damaged
     */
    @Override
    public Stream<ProfilingRecord> records() {
        return reader.records();
    }

    /**
     * Read the queries once for several figures.
     *
     * @param gatherers what takes in each query
     * @throws InputException if the dataset is damaged
     */
    public void gather(List<? extends RecordGatherer> gatherers) {
        RecordGatherer.gather(reader, gatherers);
    }

    /**
     * List one figure of every query that has it.
     *
     * @param name a dimension's name or short name, for example {@code time_per_output_token} or {@code tpot}
     * @return the figures, in the order in which the queries finished; queries without the figure are left out
     * @throws dev.ipw.error.ConfigurationException if there is no such dimension
     */
    public double[] dimension(String name) {
        return dimension(Dimension.named(name));
    }

    /**
     * List one figure of every query that has it.
     *
     * @param dimension which figure
     * @return the figures in the dimension's unit, in the order in which the queries finished
     */
    public double[] dimension(Dimension dimension) {
        try (Stream<ProfilingRecord> records = records()) {
            return records.map(dimension::of).filter(OptionalDouble::isPresent).mapToDouble(OptionalDouble::getAsDouble)
                    .toArray();
        }
    }

    /**
     * List one figure of every query that has it and counts in the latency figures: all but those that the load cuts off.
     *
     * @param dimension which figure
     * @return the figures in the dimension's unit, in the order in which the queries finished
     */
    public double[] latencies(Dimension dimension) {
        KeptRequests counting = KeptRequests.of(reader);
        try (Stream<ProfilingRecord> records = records()) {
            return records.filter(counting::keeps).map(dimension::of).filter(OptionalDouble::isPresent)
                    .mapToDouble(OptionalDouble::getAsDouble).toArray();
        }
    }

    /**
     * Say how many queries count in the latency figures.
     *
     * @return which, and how many the load cuts off
     */
    public KeptRequests keptRequests() {
        return KeptRequests.of(reader);
    }

    /**
     * Set lengths that were asked for against those that the server counted.
     *
     * @return how far prompts and answers are from what was asked; empty if no length was asked for
     */
    public Optional<LengthCheck> lengthCheck() {
        return LengthCheck.of(reader);
    }

    /**
     * Work out what the run delivered for what it used.
     *
     * @return accuracy, intelligence per joule and per watt
     */
    public Efficiency efficiency() {
        return Efficiency.of(reader);
    }

    /**
     * Count the answers that kept service levels.
     *
     * <pre>{@code
     * run.goodput(ServiceLevels.parse("ttft=200ms,tpot=30ms")).joulesPerAnswer();
     * }</pre>
     *
     * @param levels what an answer must keep
     * @return how many did, a second and for how many joules
     */
    public Goodput goodput(ServiceLevels levels) {
        return Goodput.of(reader, levels);
    }

    /**
     * Analyse the run and keep the result under {@code analysis/}. Answers that the analysis wants judged again are judged by
     * the evaluators on the class path.
     *
     * @param analysis what to work out
     * @return what was found
     * @throws InputException if the run cannot be read or the result cannot be written
     */
    public AnalysisResult analyze(Analysis analysis) {
        try (Evaluators evaluators = Evaluators.discovered()) {
            return analyze(analysis, evaluators, new ProfilerListener() {
            });
        }
    }

    /**
     * Analyse the run and keep the result under {@code analysis/}. If the analysis asks for it, answers without a verdict are
     * judged once more before, and the run's dataset and summary are written anew; this run then gives the new ones.
     *
     * @param analysis   what to work out
     * @param evaluators who judges; they are not closed
     * @param listener   hears how far judging has come
     * @return what was found
     * @throws InputException if the run cannot be read or written, or written anew it would be without joules that it has
     * @throws dev.ipw.error.ConfigurationException if an evaluator that is to judge is not among them
     */
    public AnalysisResult analyze(Analysis analysis, Evaluators evaluators, ProfilerListener listener) {
        return analyze(analysis, evaluators, listener, cannotWrite -> {
            throw cannotWrite;
        });
    }

    /**
     * Analyse the run as {@link #analyze(Analysis, Evaluators, ProfilerListener)} does, also where the result cannot be kept, for
     * example because the run lies on a medium that can only be read.
     *
     * @param analysis   what to work out
     * @param evaluators who judges; they are not closed
     * @param listener   hears how far judging has come
     * @param notKept    hears why the result could not be kept
     * @return what was found
     * @throws InputException if the run cannot be read, or answers are to be judged again and it cannot be written
     * @throws dev.ipw.error.ConfigurationException if an evaluator that is to judge is not among them
     */
    public AnalysisResult analyze(Analysis analysis, Evaluators evaluators, ProfilerListener listener,
            Consumer<InputException> notKept) {
        if (analysis.evaluationAttempts().isPresent()) {
            reader = ReEvaluation.judge(reader, analysis.evaluationAttempts().getAsInt(), analysis.evaluator(),
                    evaluators, listener);
        }
        return kept(analysis.analyze(reader, evaluators.providers()), notKept);
    }

    /**
     * Analyse runs beside each other and keep the result under {@code analysis/} of the first.
     *
     * @param analysis what to work out
     * @param runs     at least one run
     * @return what was found
     * @throws dev.ipw.error.ConfigurationException if there is no run, or these cannot stand beside each other
     * @throws InputException                       if a run cannot be read or the result cannot be written
     */
    public static AnalysisResult analyzeTogether(SideBySideAnalysis analysis, List<ProfileRun> runs) {
        return analyzeTogether(analysis, runs, cannotWrite -> {
            throw cannotWrite;
        });
    }

    /**
     * Analyse runs beside each other as {@link #analyzeTogether(SideBySideAnalysis, List)} does, also where the result cannot
     * be kept.
     *
     * @param analysis what to work out
     * @param runs     at least one run
     * @param notKept  hears why the result could not be kept
     * @return what was found
     * @throws dev.ipw.error.ConfigurationException if there is no run, or these cannot stand beside each other
     * @throws InputException                       if a run cannot be read
     */
    public static AnalysisResult analyzeTogether(SideBySideAnalysis analysis, List<ProfileRun> runs,
            Consumer<InputException> notKept) {
        if (runs.isEmpty()) {
            throw new ConfigurationException("There is no run to analyse. Give at least one");
        }
        return runs.getFirst().kept(analysis.analyzeTogether(runs.stream().map(ProfileRun::reader).toList()),
                notKept);
    }

    private AnalysisResult kept(AnalysisResult result, Consumer<InputException> notKept) {
        try {
            keep(result);
        } catch (InputException cannotWrite) {
            notKept.accept(cannotWrite);
        }
        return result;
    }

    private void keep(AnalysisResult result) {
        Path folder = reader.directory().analysis();
        try {
            Files.createDirectories(folder);
        } catch (IOException failure) {
            throw new InputException("Cannot make the folder " + folder.toAbsolutePath() + ": "
                    + AtomicFile.reasonOf(failure) + ". Check what is there, and the permissions of the run's folder",
                    failure);
        }
        AtomicFile.write(folder.resolve(result.analysis() + ".json"),
                result.toJson().getBytes(StandardCharsets.UTF_8));
    }

    /** Name the run by where it lies. */
    @Override
    public String toString() {
        return "run in " + path();
    }
}
