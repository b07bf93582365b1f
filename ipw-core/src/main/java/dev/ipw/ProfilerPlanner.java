package dev.ipw;

import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.Sample;
import dev.ipw.dataset.SampleManifest;
import dev.ipw.dataset.Sampling;
import dev.ipw.dataset.SyntheticText;
import dev.ipw.dataset.TokenCount;
import dev.ipw.energy.HeadlineDevices;
import dev.ipw.energy.Provenance;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.evaluation.Evaluators;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.ServingHost;
import dev.ipw.inference.TimelineRecorder;
import dev.ipw.internal.secret.Redaction;
import dev.ipw.plugin.Plugins;
import dev.ipw.profile.HostInspection;
import dev.ipw.profile.Load;
import dev.ipw.profile.PlannedQuestion;
import dev.ipw.profile.ProfilePlan;
import dev.ipw.profile.ProfilerListener;
import dev.ipw.record.SystemInfo;
import dev.ipw.results.DeviceTemperature;
import dev.ipw.results.Journal;
import dev.ipw.results.KeptRun;
import dev.ipw.results.RunConfiguration;
import dev.ipw.results.RunDirectory;
import dev.ipw.results.RunManifest;
import dev.ipw.results.RunReservation;
import dev.ipw.telemetry.RunClock;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetryProvider;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.TelemetrySource;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turn what a builder was told into the plan of one run. */
final class ProfilerPlanner {
    private static final Logger LOGGER = LoggerFactory.getLogger(ProfilerPlanner.class);
    private static final String OWN_EVALUATOR = "own";
    private static final int MOST_SLUG = 60;
    private static final String UNSEEN_SERVER = "the server runs on another machine, whose energy the sensors of this one"
            + " do not see; run 'ipw monitor --serve HOST:PORT' there and add --telemetry"
            + " prometheus:http://HOST:PORT/metrics here, or give --serving-host local if its address is a tunnel to this"
            + " machine";

    private final InferenceClient client;
    private final TokenCount tokenCount;
    private Dataset dataset;
    private boolean fitted;
    private Optional<SampleManifest> unfitted = Optional.empty();
    private final Optional<Evaluator> ownEvaluator;
    private final Optional<String> evaluatorId;
    private final Plugins<EvaluatorProvider> evaluators;
    private final List<TelemetryProvider> collectors;
    private final List<TelemetrySource> sources;
    private final List<ProfilerListener> listeners;
    private final TelemetryEnvironment environment;
    private final Map<String, String> clientParameters;
    private final Map<String, String> datasetParameters;
    private final Map<String, String> evaluatorParameters;
    private final OptionalInt maxQueries;
    private final int warmupQueries;
    private final double idleSeconds;
    private final Duration coolDown;
    private final long seed;
    private final GenerationOptions generation;
    private final String telemetry;
    private final boolean calibration;
    private final Optional<ServingHost> servingHost;
    private final RunVariant single;
    private final Optional<String> command;
    private final boolean resume;
    private final AccountingChoice accounting;

    ProfilerPlanner(ProfilerBuilder builder, InferenceClient client, Dataset dataset) {
        this.client = client;
        this.dataset = dataset;
        ownEvaluator = builder.evaluator;
        evaluatorId = builder.evaluatorId;
        evaluators = builder.evaluators();
        collectors = builder.collectors();
        sources = List.copyOf(builder.sources);
        listeners = List.copyOf(builder.listeners);
        environment = builder.environment();
        clientParameters = builder.clientParameters();
        datasetParameters = builder.datasetParameters();
        evaluatorParameters = builder.evaluatorParameters();
        maxQueries = builder.maxQueries;
        warmupQueries = builder.warmupQueries;
        idleSeconds = builder.idleSeconds;
        coolDown = builder.coolDown;
        seed = builder.seed;
        generation = builder.generation;
        telemetry = builder.telemetry;
        calibration = builder.calibration;
        servingHost = builder.servingHost;
        single = new RunVariant(builder.load, builder.output, builder.runName, builder.overwrite);
        command = builder.command;
        resume = builder.resume;
        accounting = builder.accounting;
        tokenCount = builder.tokenCount.orElse(this::countedByServer);
    }

    /** Give the only run of a profiler, which a series varies. */
    RunVariant single() {
        return single;
    }

    long seed() {
        return seed;
    }

    List<ProfilerListener> listeners() {
        return listeners;
    }

    /**
     * Draw the questions and find who judges them. Nothing is written or sent. Made-up prompts begin otherwise in each run, so
     * that no server knows them from the one before.
     */
    Draft draft() {
        Sample sample = new Sampling(maxQueries, seed).draw(dataset);
        requireDistinctIds(sample.records());
        sample.records().forEach(Journal::requireFits);
        String salt = UUID.randomUUID().toString();
        List<PlannedQuestion> questions = sample.records().stream()
                .map(record -> new PlannedQuestion(SyntheticText.salted(record, salt), evaluatorOf(record))).toList();
        return new Draft(questions, judges(questions), unfitted.orElseGet(sample::manifest));
    }

    /** Fit made-up prompts to the model, the first time. The server must answer. False if the questions are still the same. */
    boolean fit() throws InterruptedException {
        if (fitted) {
            return false;
        }
        Dataset before = dataset;
        dataset = before.fitted(tokenCount);
        fitted = true;
        if (dataset.equals(before)) {
            return false;
        }
        // What was drawn is the same for every model, however its prompts are written.
        unfitted = Optional.of(new Sampling(maxQueries, seed).draw(before).manifest());
        return true;
    }

    private OptionalLong countedByServer(String prompt) throws InterruptedException {
        InferenceRequest request = InferenceRequest.ofPrompt(prompt, generation.withMaxTokens(1));
        try {
            return client.infer(request, new TimelineRecorder(System.nanoTime())).usage().input();
        } catch (InferenceException | RuntimeException notAnswered) {
            LOGGER.warn("The tokens of a prompt could not be counted", notAnswered);
            return OptionalLong.empty();
        }
    }

    /** Reserve a folder for the runs of a series. */
    RunReservation reserveSeries(String kind) {
        return RunDirectory.reserve(single.output(), kind + "_" + slug(client.describe().model()) + "_"
                + slug(dataset.displayName()), single.runName(), single.overwrite());
    }

    /** Refuse a series where something serves one run only. */
    void requireSeries() {
        if (resume) {
            throw new ConfigurationException("A series of runs is not resumed. Begin it anew, under another name");
        }
        if (!sources.isEmpty()) {
            throw new ConfigurationException("telemetrySource(...) serves one run and is closed at its end; for several"
                    + " runs give a collector by register(...) and telemetry(...)");
        }
    }

    /**
     * Look for the run to go on with, and check that the same is asked for. Nothing is written or sent.
     *
     * @return none if a run is to be begun, or the one to go on with was killed before anything was asked
     */
    Optional<KeptRun> kept(Draft draft, RunVariant variant) {
        if (!resume) {
            return Optional.empty();
        }
        if (variant.overwrite()) {
            throw new ConfigurationException("A run is either resumed or overwritten: leave one of the two out");
        }
        String name = variant.runName().orElseThrow(() -> new ConfigurationException(
                "To resume a run, name it: the folder that 'ipw profile' told, with --run-name, or runName in Java"));
        Optional<KeptRun> kept = KeptRun.find(variant.output().resolve(name));
        kept.ifPresent(run -> requireSame(run, draft, variant.load()));
        return kept;
    }

    boolean isAnythingLeft(Draft draft, RunVariant variant, KeptRun kept) {
        return ProfilePlan.isAnythingLeft(draft.questions(), variant.load(), maxQueries, kept);
    }

    /** Tell a person why nothing happens. */
    void tell(String sentence) {
        listeners.forEach(listener -> listener.waiting(sentence));
    }

    private void requireSame(KeptRun kept, Draft draft, Load load) {
        List<String> differences = new ArrayList<>(kept.differences(configuration(described(),
                HostInspection.describe(environment), kept.clock(), "", kept.directory(), Optional.empty(), load)));
        RunManifest.difference(kept.directory(), draft.manifest()).ifPresent(differences::add);
        Set<String> judges = new TreeSet<>(kept.evaluators());
        if (!draft.judges().keySet().containsAll(judges)) {
            differences.add("evaluator: was " + String.join(", ", judges) + ", now "
                    + String.join(", ", new TreeSet<>(draft.judges().keySet())));
        }
        if (!differences.isEmpty()) {
            throw new ConfigurationException("The run " + kept.directory().path().toAbsolutePath()
                    + " was begun otherwise, so it is not resumed; nothing was changed. "
                    + String.join("; ", differences)
                    + ". Ask for the same again, or begin a run under another name");
        }
    }

    /** Make the run's directory, unless one is kept, and begin to sample. If that fails, nothing is left of it. */
    ProfilePlan plan(Draft draft, RunVariant variant, Optional<KeptRun> kept) {
        ClientInfo info = described();
        SystemInfo system = HostInspection.describe(environment);
        RunPlace place = new RunPlace(info, system,
                hardware -> kept.map(RunReservation::ofKept).orElseGet(() -> reserve(variant,
                        "profile_" + hardware + "_" + slug(info.model()) + "_" + slug(dataset.displayName()))));
        RunClock clock = kept.map(KeptRun::clock).orElseGet(RunClock::start);
        Optional<TelemetrySession> session = Optional.empty();
        try {
            session = Optional.of(openTelemetry(place, clock));
            if (kept.isEmpty()) {
                RunManifest.write(place.directory(), draft.manifest());
            }
            RunConfiguration configuration = configuration(info, system, clock, place.hardware(), place.directory(),
                    telemetryNote(info, session.get()), variant.load());
            ProfilePlan plan = new ProfilePlan(client, draft.questions(), draft.judges(), variant.load(), configuration,
                    place.reservation(), kept, session.get(), calibration, listeners);
            place.keep();
            return plan;
        } catch (RuntimeException | Error wrong) {
            session.ifPresent(TelemetrySession::close);
            place.release();
            throw wrong;
        }
    }

    /** A run that is resumed without being kept was killed before it could begin. */
    private RunReservation reserve(RunVariant variant, String defaultName) {
        return resume
                ? RunDirectory.reserveAgain(variant.output().resolve(variant.runName().orElseThrow()))
                : RunDirectory.reserve(variant.output(), defaultName, variant.runName(), variant.overwrite());
    }

    private void requireDistinctIds(List<DatasetRecord> records) {
        Set<String> seen = new HashSet<>();
        for (DatasetRecord record : records) {
            if (!seen.add(record.id())) {
                throw new InputException("Dataset " + dataset.id() + " has two records with the id '" + record.id()
                        + "'; every record needs an id of its own");
            }
        }
    }

    private String evaluatorOf(DatasetRecord record) {
        return ownEvaluator.isPresent()
                ? OWN_EVALUATOR
                : evaluatorId.or(record::evaluator).orElse(dataset.defaultEvaluator());
    }

    private Map<String, Evaluator> judges(List<PlannedQuestion> questions) {
        Map<String, Evaluator> judges = new LinkedHashMap<>();
        for (PlannedQuestion planned : questions) {
            judges.computeIfAbsent(planned.evaluator(), id -> ownEvaluator.orElseGet(
                    () -> Evaluators.create(id, evaluatorParameters, evaluators)));
        }
        return judges;
    }

    /** What a person says of the serving machine wins over what the client guesses. */
    private ClientInfo described() {
        ClientInfo info = client.describe();
        return new ClientInfo(info.id(), info.model(), info.endpoint(), servingHost.orElse(info.servingHost()),
                info.details());
    }

    private TelemetrySession openTelemetry(RunPlace place, RunClock clock) {
        TelemetrySession.Builder builder = collectors().spool(place::telemetry, clock);
        sources.forEach(builder::source);
        return builder.open();
    }

    private TelemetrySession.Builder collectors() {
        TelemetrySession.Builder builder = TelemetrySession.builder().collectors(telemetry).discovery(false)
                .environment(environment)
                .onWait(sentence -> listeners.forEach(listener -> listener.waiting(sentence)));
        collectors.forEach(builder::provider);
        return builder;
    }

    /** Let devices cool down before the next run of a series; nothing is kept of what is read meanwhile. */
    void coolDown(List<DeviceTemperature> first, BooleanSupplier stopped) throws InterruptedException {
        if (coolDown.isZero()) {
            return;
        }
        try (TelemetrySession session = collectors().open()) {
            new CoolDown(coolDown, () -> CoolDown.read(session), Thread::sleep,
                    sentence -> listeners.forEach(listener -> listener.waiting(sentence))).await(first, stopped);
        }
    }

    private RunConfiguration configuration(ClientInfo info, SystemInfo system, RunClock clock, String hardware,
            RunDirectory directory, Optional<String> telemetryNote, Load load) {
        ClientInfo clean = new ClientInfo(info.id(), info.model(), info.endpoint().map(Redaction::address),
                info.servingHost(), Redaction.parameters(info.details()));
        return new RunConfiguration(clean, Redaction.parameters(clientParameters), dataset.id(), dataset.displayName(),
                Redaction.parameters(datasetParameters), Redaction.parameters(evaluatorParameters), maxQueries,
                warmupQueries, idleSeconds, load.settings(), seed, clean(generation),
                Redaction.text(telemetry), telemetryNote, system, hardware, clock,
                directory.path().toAbsolutePath().toString(), command.map(Redaction::text), versions(),
                accounting.of(clean, LocalDate.ofInstant(clock.instant(clock.monotonicAnchorNanos()),
                        ZoneOffset.UTC)));
    }

    private static Optional<String> telemetryNote(ClientInfo client, TelemetrySession session) {
        if (client.servingHost() == ServingHost.REMOTE) {
            return session.metersServingMachine() ? Optional.empty() : Optional.of(UNSEEN_SERVER);
        }
        return session.energyUnavailableReason().or(() -> failures(session));
    }

    /** Say what this machine has and cannot read, so that nobody takes what is read instead for the whole. */
    private static Optional<String> failures(TelemetrySession session) {
        List<String> problems = session.problems();
        boolean guessed = HeadlineDevices.choose(session.deviceSeries()).stream()
                .allMatch(series -> series.device().provenance() == Provenance.ESTIMATED);
        String instead = guessed ? ". The joules are an estimate from processor time instead" : "";
        return problems.isEmpty() ? Optional.empty() : Optional.of(String.join(". ", problems) + instead);
    }

    private static GenerationOptions clean(GenerationOptions options) {
        return new GenerationOptions(options.temperature(), options.topP(), options.maxTokens(), options.seed(),
                options.stop(), Redaction.parameters(options.body()));
    }

    private static Map<String, String> versions() {
        return Map.of("ipw", Version.current(), "java", Runtime.version().toString());
    }

    private static String slug(String name) {
        String slug = name.replaceAll("[^A-Za-z0-9._-]+", "_");
        return slug.substring(0, Math.min(slug.length(), MOST_SLUG));
    }

    /**
     * What a run will ask.
     *
     * @param questions the questions, in order
     * @param judges    by the ids that the questions name
     * @param manifest  what was drawn from the dataset
     */
    record Draft(List<PlannedQuestion> questions, Map<String, Evaluator> judges, SampleManifest manifest) {}
}
