package dev.ipw.analysis.internal;

import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.Efficiency;
import dev.ipw.analysis.Efficiency.HeadlineBasis;
import dev.ipw.analysis.FigureMark;
import dev.ipw.analysis.ServiceLevels;
import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.record.Dimension;
import dev.ipw.results.internal.journal.JournalEntry;
import dev.ipw.run.RunSummary;
import dev.ipw.run.RunTotals;
import dev.ipw.statistics.Statistics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The accuracy analysis: the right answers and their energy, which are accuracy, intelligence per joule and per watt,
 * each with its interval, for the whole run, each subject, each part of the machine, with and without idle power. The
 * file has the keys of the Python reference. {@code intelligence_per_watt} is accuracy over the devices' watts, as on
 * every screen. The reference's code divides by the mean of the queries' own watts instead, which are shares where
 * requests overlapped; that figure is {@value #OF_QUERIES_WATTS}. If a run has more than {@value #MAX_ROWS} records,
 * the file lists only the first ones. If long texts together would not fit into memory, it has only their beginnings
 * and ends.
 *
 * <pre>{@code
 * run.analyze(new AccuracyAnalysis().within(ServiceLevels.parse("ttft=200ms")).evaluatingAgain(3));
 * }</pre>
 */
public final class AccuracyAnalysis implements OnePassAnalysis {
    /** The analysis' id. */
    public static final String ID = "accuracy";
    /** The key of the list of answers in the result's data. */
    public static final String RECORDS = "records";
    /** The prefix of the name of a table of the figures by a field; the field's name follows. */
    public static final String BY_FIELD = FieldFigures.TABLE;
    /** The column of such a table that holds the field's value. */
    public static final String FIELD_VALUE = FieldFigures.VALUE;
    /** The figure of the Python reference's code: accuracy over the mean of the queries' own watts. */
    static final String OF_QUERIES_WATTS = "accuracy_per_mean_query_watt";
    /** Whether each answer is right, by subjects so many that none of them is kept in a file. */
    private static final int BYTES_PER_QUERY = 2 * Long.BYTES;
    /** A column and its sorted copy. */
    private static final int RESULT_BYTES_PER_QUERY = 2 * Double.BYTES;
    private static final int MAX_ROWS = 10_000;

    private final Optional<ServiceLevels> levels;
    private final OptionalInt evaluationAttempts;
    private final Optional<String> evaluator;
    private final boolean imputes;
    private final List<String> fields;

    /** Creates the analysis: no service levels, no new evaluation, no joules filled in. */
    public AccuracyAnalysis() {
        this(Optional.empty(), OptionalInt.empty(), Optional.empty(), false, List.of());
    }

    private AccuracyAnalysis(Optional<ServiceLevels> levels, OptionalInt evaluationAttempts,
            Optional<String> evaluator, boolean imputes, List<String> fields) {
        this.levels = levels;
        this.evaluationAttempts = evaluationAttempts;
        this.evaluator = evaluator;
        this.imputes = imputes;
        this.fields = List.copyOf(fields);
    }

    /**
     * Counts the right answers per kilojoule that met service levels.
     *
     * @param wanted the service levels that an answer must meet
     * @return the changed copy
     */
    public AccuracyAnalysis within(ServiceLevels wanted) {
        return new AccuracyAnalysis(Optional.of(wanted), evaluationAttempts, evaluator, imputes, fields);
    }

    /**
     * Evaluates answers without a verdict again before they are counted.
     *
     * @param most the maximum number of attempts to evaluate an answer, including earlier ones, 1 to
     *             {@value JournalEntry#MAX_ATTEMPTS}
     * @return a copy that evaluates
     * @throws ConfigurationException if it is out of range
     */
    public AccuracyAnalysis evaluatingAgain(int most) {
        if (most < 1 || most > JournalEntry.MAX_ATTEMPTS) {
            throw new ConfigurationException(
                    "max_evaluation_attempts must be from 1 to " + JournalEntry.MAX_ATTEMPTS + ", not " + most);
        }
        return new AccuracyAnalysis(levels, OptionalInt.of(most), evaluator, imputes, fields);
    }

    /**
     * Uses one evaluator for the answers that are evaluated again, instead of the one that the run names.
     *
     * @param id the evaluator's id; if the run names another, it is created without parameters
     * @return the changed copy
     */
    public AccuracyAnalysis evaluatingBy(String id) {
        return new AccuracyAnalysis(levels, evaluationAttempts, Optional.of(id), imputes, fields);
    }

    /**
     * Fills in the joules of queries that lack them by their devices' watts times their seconds, where requests were
     * served one by one.
     *
     * @return the changed copy
     */
    public AccuracyAnalysis imputingFromPower() {
        return new AccuracyAnalysis(levels, evaluationAttempts, evaluator, true, fields);
    }

    /**
     * Adds the figures of groups of questions, by fields of their metadata.
     *
     * @param names the names of the fields, such as {@code level}
     * @return a copy with the groups; its analysis of a run throws {@link ConfigurationException} if no question of the
     *         run has a field
     */
    public AccuracyAnalysis groupedBy(List<String> names) {
        return new AccuracyAnalysis(levels, evaluationAttempts, evaluator, imputes, names);
    }

    @Override
    public Set<Dimension> sharedColumns() {
        return imputes ? Set.of() : Set.of(Dimension.ENERGY_JOULES, Dimension.POWER_WATTS);
    }

    @Override
    public int bytesPerQuery() {
        return BYTES_PER_QUERY + Long.BYTES * (fields.size() + (levels.isPresent() ? 1 : 0));
    }

    @Override
    public int unsharedColumns() {
        return imputes ? 2 : 0;
    }

    @Override
    public int resultBytesPerQuery() {
        return RESULT_BYTES_PER_QUERY;
    }

    @Override
    public Pass begin(AnalysedRun run) {
        Gathered gathered = new Gathered(run);
        return new Pass(gathered.all(), gathered::result);
    }

    /** A gatherer of the queries of a run. */
    private final class Gathered {
        private final AnalysedRun analysed;
        private final EfficiencyGatherer answers;
        private final EnergyFigures figures;
        private final GroupFigures subjects;
        private final FieldFigures groups;
        private final UncountedAnswers uncounted = new UncountedAnswers();
        private final AnswerRows rows = new AnswerRows(MAX_ROWS);
        private final Optional<AnswersWithinLevels> good = levels.map(AnswersWithinLevels::new);

        Gathered(AnalysedRun analysed) {
            this.analysed = analysed;
            PowerImputation imputation = imputes
                    ? PowerImputation.of(analysed.run().summary())
                    : PowerImputation.NONE;
            answers = imputes ? new EfficiencyGatherer(imputation) : analysed.efficiency();
            figures = imputes ? EnergyFigures.imputed(analysed, imputation) : EnergyFigures.measured(analysed);
            subjects = GroupFigures.ofSubjects(imputation);
            groups = new FieldFigures(fields, imputation);
        }

        List<RecordGatherer> all() {
            List<RecordGatherer> all = new ArrayList<>(List.of(answers, subjects, groups, uncounted, rows));
            all.addAll(figures.gatherers());
            good.ifPresent(all::add);
            return all;
        }

        AnalysisResult result() {
            RunSummary run = analysed.run().summary();
            Efficiency efficiency = answers.finish(run.totals());
            ScopeFigures scopes = new ScopeFigures(run.totals(), efficiency,
                    used -> answers.cost(used, run.totals()));
            List<FigureMark> shares = FigureMark.ofShares(run.totals());
            String model = run.configuration().client().model();
            AnalysisResult.Builder result = AnalysisResult.builder(ID, "Accuracy and intelligence per joule")
                    .figures(new AccuracyFigures(model, efficiency, figures, rows.areAttributed(), shares).all());
            good.ifPresent(known -> result.figures(known.figures(run.totals())));
            result.detail("per_model", Map.of(model, counts(efficiency).build()))
                    .detail(RECORDS, Map.of(model, rows.rows()))
                    .detail("efficiency", Map.of(model, efficiency(efficiency, figures).build()))
                    .table(subjects.table(shares));
            groups.tables(shares).forEach(result::table);
            return result.table(scopes.perScope()).table(scopes.grossAndNet())
                    .warnings(warnings(run, efficiency, scopes)).build();
        }

        private List<String> warnings(RunSummary run, Efficiency efficiency, ScopeFigures scopes) {
            List<String> warnings = new ArrayList<>(
                    uncounted.warnings(evaluationAttempts.isEmpty(), analysed.evaluators()));
            warnings.addAll(energyWarnings(run, efficiency, figures));
            warnings.addAll(scopes.warnings());
            warnings.addAll(groups.warnings());
            warnings.addAll(listingWarnings(run.totals(), subjects, rows));
            if (run.interrupted()) {
                warnings.add("The run was ended early; not every planned question was asked");
            }
            warnings.addAll(run.warnings());
            return warnings;
        }
    }

    @Override
    public OptionalInt evaluationAttempts() {
        return evaluationAttempts;
    }

    @Override
    public Optional<String> evaluator() {
        return evaluator;
    }

    private static TreeBuilder counts(Efficiency efficiency) {
        return TreeBuilder.object().put("correct", efficiency.correct()).put("incorrect", efficiency.incorrect())
                .put("unevaluated", efficiency.unscored()).put("failed", efficiency.failed())
                .put("total_scored", efficiency.scored()).put("accuracy", efficiency.accuracy().value());
    }

    private static TreeBuilder efficiency(Efficiency efficiency, EnergyFigures figures) {
        return TreeBuilder.object()
                .put("intelligence_per_joule", efficiency.intelligencePerJoule().value())
                .put("intelligence_per_watt", efficiency.intelligencePerWatt().value())
                .put(OF_QUERIES_WATTS, figures.accuracyPerWatt())
                .put("energy", energy(figures)).put("power", power(figures));
    }

    private static TreeBuilder energy(EnergyFigures figures) {
        EnergyFigures.Spread joules = figures.joules();
        return spread(figures.energy(), joules.count()).put("total", joules.total())
                .put("accuracy", figures.accuracy()).put("zero_values", joules.zeros())
                .put("imputed_from_power", figures.meanImputedJoules())
                .put("imputed_count", figures.imputed());
    }

    private static TreeBuilder power(EnergyFigures figures) {
        EnergyFigures.Spread watts = figures.watts();
        return spread(figures.power(), watts.count()).put("accuracy", figures.accuracy())
                .put("zero_values", watts.zeros()).put("derived_power_samples", watts.count())
                .put("power_metric_samples", 0L);
    }

    private static TreeBuilder spread(Optional<Statistics> statistics, long count) {
        return TreeBuilder.object().put("count", count).put("avg", statistics.map(Statistics::average))
                .put("median", statistics.map(Statistics::median)).put("min", statistics.map(Statistics::minimum))
                .put("max", statistics.map(Statistics::maximum));
    }

    private static List<String> listingWarnings(RunTotals totals, GroupFigures subjects, AnswerRows rows) {
        List<String> warnings = new ArrayList<>();
        if (subjects.leftOut() > 0) {
            warnings.add(subjects.leftOut() + " queries are of further subjects than the first " + GroupFigures.MAX
                    + ", which alone are listed");
        }
        if (totals.queries() > MAX_ROWS) {
            warnings.add("Only the first " + MAX_ROWS + " of " + totals.queries()
                    + " records are listed one by one here; the dataset holds all of them");
        }
        rows.mostCharactersOfAText().ifPresent(most -> warnings.add("Of texts of more than " + most
                + " characters only the begin and the end are listed here; the dataset holds all of them"));
        return warnings;
    }

    private List<String> energyWarnings(RunSummary run, Efficiency efficiency, EnergyFigures figures) {
        List<String> warnings = new ArrayList<>();
        efficiency.whyNoHeadline().filter(why -> run.totals().deviceEnergy().isAvailable()
                || efficiency.coverage().withEnergy() > 0).ifPresent(why -> warnings
                        .add((efficiency.joulesPerQuery().estimate().isPresent()
                                ? "There is no intelligence per joule or watt: "
                                : "There are no joules per query, no watts and no intelligence per joule or watt: ")
                                + why));
        if (efficiency.basis() == HeadlineBasis.FILLED || (efficiency.basis() == HeadlineBasis.QUERIES
                && efficiency.coverage().queryShare() < 1)) {
            warnings.add("Joules of " + efficiency.coverage().withEnergy() + " of " + efficiency.asked()
                    + " requests and of " + Math.floor(efficiency.coverage().timeShare() * 1000) / 10
                    + " % of the time are known; the rest is filled in at the mean power, and the intervals hold what it "
                    + "may be instead");
        }
        long without = efficiency.scored() - efficiency.queriesWithEnergy();
        if (without > 0 && figures.accuracy().isPresent()) {
            warnings.add((without == 1 ? "1 scored query has" : without + " scored queries have")
                    + " no complete share of the joules"
                    + (figures.coverage().isEnough() ? "" : ", too many for means of shares"));
        }
        if (figures.imputed() > 0) {
            warnings.add("The joules of " + figures.imputed() + " queries are filled in, by their devices' watts times "
                    + "their seconds: an estimate, without what memory used");
        }
        if (imputes && !PowerImputation.isServedOneByOne(run)) {
            warnings.add("Requests overlapped, so that the devices' watts are no query's own; no joules are filled in");
        }
        return warnings;
    }
}
