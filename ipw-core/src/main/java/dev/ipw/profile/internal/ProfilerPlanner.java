package dev.ipw.profile.internal;

import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.Datasets;
import dev.ipw.dataset.PromptTemplate;
import dev.ipw.dataset.Sampling;
import dev.ipw.dataset.Sampling.Sample;
import dev.ipw.dataset.TokenCount;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.Setting;
import dev.ipw.evaluation.internal.Evaluators;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.TimelineRecorder;
import dev.ipw.load.Load;
import dev.ipw.load.LoadShape;
import dev.ipw.profile.internal.ProfilePlan.AnswerEvaluation;
import dev.ipw.profile.internal.ProfilePlan.Asking;
import dev.ipw.query.QuestionRunner;
import dev.ipw.results.internal.finishing.RunWriter;
import dev.ipw.results.internal.format.RunManifest;
import dev.ipw.results.internal.journal.ResumableRun;
import dev.ipw.results.internal.journal.RunReservation;
import dev.ipw.run.RunSummary.DeviceTemperature;
import dev.ipw.settings.MeasurementSettings;
import dev.ipw.settings.PluginSettings;
import dev.ipw.settings.QuestionSettings;
import dev.ipw.settings.ShardSettings;
import dev.ipw.settings.StorageSettings;
import dev.ipw.shard.ShardSpec;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.RunClock;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetryProvider;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.TelemetrySessionBuilder;
import dev.ipw.telemetry.TelemetrySessionBuilder.OpenedTelemetry;
import dev.ipw.telemetry.TelemetrySource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The steps from a builder's settings to the plan of a run: drafts the questions, fits them to the model, plans the
 * run.
 */
final class ProfilerPlanner {
    private static final Logger LOGGER = LoggerFactory.getLogger(ProfilerPlanner.class);
    private static final String EVALUATOR = "evaluator: ";
    /** The open files of one agent's task: a program takes three, and the file that it works on one. */
    private static final int FILES_OF_TASK = 6;

    private final InferenceClient client;
    private final Dataset dataset;
    private final ProfilerSetup setup;
    private final Evaluators evaluators;
    private final EvaluatorSelection evaluatorSelection;
    private final PromptTemplate template;
    private final TokenCount tokenCount;
    /** The dataset with prompts that fit the model, kept because the runs of a series ask the same model. */
    private @Nullable Dataset fitted;

    ProfilerPlanner(InferenceClient client, Dataset dataset, ProfilerSetup setup, Evaluators evaluators) {
        this.client = client;
        this.dataset = dataset;
        this.setup = setup;
        PluginSettings plugins = setup.plugins();
        this.evaluators = evaluators;
        evaluatorSelection = new EvaluatorSelection(setup.ownEvaluator(), setup.settings().evaluation(), dataset,
                evaluators);
        template = Datasets.promptTemplate(dataset, setup.settings().questions().promptTemplate());
        tokenCount = plugins.tokenCount().orElse(this::countedByServer);
    }

    /** Closes the evaluators that were created here; one that was passed in stays open. */
    void close() {
        evaluators.close();
    }

    ProfilerSetup setup() {
        return setup;
    }

    /** Draws the questions and chooses their evaluators. Nothing is written or sent. */
    RunDraft draft() {
        return RunDraft.of(drawn(dataset), evaluatorSelection);
    }

    /** Fits generated prompts to the model. The server must answer. */
    RunDraft fit(RunDraft draft) throws InterruptedException {
        Dataset model = fitted;
        if (model == null) {
            model = dataset.fitted(tokenCount);
            fitted = model;
        }
        return model.equals(dataset) ? draft : draft.rewritten(drawn(model), evaluatorSelection);
    }

    private Sample drawn(Dataset from) {
        QuestionSettings asked = setup.settings().questions();
        Sample sample = new Sampling(asked.maxQueries(), asked.seed()).draw(from);
        if (asked.rounds() > 1 || setup.load().duration().isPresent()) {
            sample.requireRepeatable();
        }
        return sample;
    }

    private OptionalLong countedByServer(String prompt) throws InterruptedException {
        InferenceRequest request = InferenceRequest.ofPrompt(prompt, setup.settings().generation().withMaxTokens(1));
        try {
            return client.infer(request, new TimelineRecorder(System.nanoTime())).usage().input();
        } catch (InferenceException | RuntimeException notAnswered) {
            LOGGER.warn("The tokens of a prompt could not be counted", notAnswered);
            return OptionalLong.empty();
        }
    }

    /** Reserves a folder for the runs of a series. */
    RunReservation reserveSeries(String kind) {
        return RunPlace.reserve(setup.place(),
                kind + "_" + RunPlace.asked(client.describe(), dataset.displayName()));
    }

    /** Throws if a setting of the series serves one run only. */
    void requireSeries() {
        if (setup.storage().resume()) {
            throw new ConfigurationException("A series of runs cannot be resumed. Start it again under another name");
        }
        if (setup.storage().shard().isPresent()) {
            throw new ConfigurationException("A series of runs is not divided into shards, because each of its steps"
                    + " depends on the one before. Divide a single run");
        }
        if (!setup.plugins().sources().isEmpty()) {
            throw new ConfigurationException("telemetrySource(...) serves one run and is closed at its end; for several"
                    + " runs give a collector by register(...) and telemetry(...)");
        }
    }

    /**
     * Finds the run to continue, and checks that its questions are the same. Nothing is written or sent.
     *
     * @return the run; empty if a run is to be started, or the one to continue was killed before its first question
     */
    Optional<ResumableRun> findResumable(RunDraft draft, RunVariant variant) {
        StorageSettings storage = variant.storage();
        if (!storage.resume()) {
            return Optional.empty();
        }
        if (storage.overwrite()) {
            throw new ConfigurationException("A run is either resumed or overwritten: leave one of the two out");
        }
        String name = storage.runName().orElseThrow(() -> new ConfigurationException(
                "To resume a run, give the name of its folder by " + Setting.RUN_NAME));
        Optional<ResumableRun> resumed = ResumableRun.find(storage.output().resolve(name));
        resumed.ifPresent(run -> requireSame(run, draft, variant.load()));
        return resumed;
    }

    /** Describes the shard to run; empty for a whole run. Nothing is written or sent. */
    Optional<ShardEntry> shardEntry(RunDraft draft, RunVariant variant) {
        return variant.storage().shard().map(shard -> new ShardEntry(variant, shard, draft,
                description(RunClock.start(), Optional.empty()).configuration(variant.load()),
                HostInspection.bootId(setup.plugins().environment())));
    }

    boolean isAnythingLeft(RunDraft draft, RunVariant variant, ResumableRun resumed) {
        return ProfilePlan.isAnythingLeft(draft.questions(), setup.settings().questions(), variant, resumed);
    }

    private ShardSpec spec() {
        return setup.storage().shard().map(ShardSettings::spec).orElse(ShardSpec.WHOLE);
    }

    /** Returns the number of queries of a run; empty where only time ends it. */
    OptionalLong queries(RunDraft draft) {
        QuestionSettings asked = setup.settings().questions();
        boolean isEndless = setup.load().duration().isPresent() && asked.maxQueries().isEmpty();
        return isEndless
                ? OptionalLong.empty()
                : OptionalLong.of(spec().partOf((long) draft.questions().size() * asked.rounds()));
    }

    /**
     * Throws if no temporary file can be created, or if this process may not open enough files for the load. Of a rate the
     * number of requests in flight is unknown.
     */
    void requireFiles(RunDraft draft, Load load) {
        RunWriter.requireTemporaryFile();
        boolean areTasks = setup.runner().isPresent();
        boolean areConnections = !client.describe().isInProcess();
        if (load.shape() instanceof LoadShape.FixedConcurrency fixed && (areTasks || areConnections)) {
            long atOnce = Math.min(spec().partOf(fixed.requests()), queries(draft).orElse(Long.MAX_VALUE));
            OpenFiles.of(setup.plugins().environment()).ifPresent(files -> files.require(atOnce,
                    areTasks ? FILES_OF_TASK : 1,
                    areTasks ? "a task's files, programs and connection" : "a connection"));
        }
    }

    /** Reports to the listeners why the run waits. */
    void reportWait(String sentence) {
        new Listeners(setup.listeners()).notifyEach(listener -> listener.waiting(sentence));
    }

    private void requireSame(ResumableRun resumed, RunDraft draft, Load load) {
        List<String> differences = new ArrayList<>(
                resumed.differences(description(resumed.clock(), Optional.empty()).configuration(load)));
        if (setup.storage().shard().filter(ShardSettings::ownServer).isPresent()) {
            differences.removeIf(one -> ShardEntry.SERVER.stream().anyMatch(name -> one.startsWith(name + ": ")));
        }
        RunManifest.difference(resumed.directory(), draft.manifest()).ifPresent(differences::add);
        Set<String> before = new TreeSet<>(resumed.evaluators());
        Set<String> now = new TreeSet<>(draft.evaluatorsById().keySet());
        if (!now.containsAll(before)
                && differences.stream().noneMatch(difference -> difference.startsWith(EVALUATOR))) {
            differences.add(EVALUATOR + "was " + String.join(", ", before) + ", now " + String.join(", ", now));
        }
        if (!differences.isEmpty()) {
            throw new ConfigurationException("The run " + resumed.directory().path().toAbsolutePath()
                    + " was begun with other settings, so it is not resumed; nothing was changed. "
                    + String.join("; ", differences)
                    + ". Use the same settings, or begin a run under another name");
        }
    }

    /**
     * Creates the run's directory, unless one is kept, and starts to sample. If that fails, the directory is removed.
     */
    ProfilePlan plan(RunDraft draft, RunVariant variant, Optional<ResumableRun> resumed) {
        RunDescription run = description(resumed.map(ResumableRun::clock)
                .orElseGet(() -> variant.shard().map(RunningShard::startClock).orElseGet(RunClock::start)),
                variant.shard());
        try (OpenedTelemetry telemetry = openTelemetry()) {
            requireReplicas(telemetry.sources());
            RunPlace place = RunPlace.reserve(variant.storage(), resumed,
                    RunPlace.hardware(run.client(), run.system(), telemetry.sources()),
                    RunPlace.asked(run.client(), dataset.displayName()));
            variant.shard().ifPresent(shard -> place.reservation().fenceBy(shard::whySuperseded));
            try {
                return begin(draft, variant, resumed, run, place, telemetry);
            } catch (RuntimeException | Error wrong) {
                place.reservation().release();
                throw wrong;
            }
        }
    }

    private void requireReplicas(List<TelemetrySource> sources) {
        Set<String> known = sources.stream().flatMap(source -> source.sensors().stream())
                .filter(sensor -> sensor.quantity() == Quantity.ENERGY_COUNTER
                        || sensor.quantity() == Quantity.POWER_WATTS)
                .map(Sensor::device)
                .collect(Collectors.toCollection(TreeSet::new));
        setup.settings().measurement().replicas().devices().stream().filter(name -> !known.contains(name)).findFirst()
                .ifPresent(name -> {
                    throw new ConfigurationException("The map of replicas names the device '" + name
                            + "', which is not measured here; "
                            + (known.isEmpty() ? "no device is" : "these are: " + String.join(", ", known))
                            + ". An exporter that is named must answer before the run begins");
                });
    }

    private ProfilePlan begin(RunDraft draft, RunVariant variant, Optional<ResumableRun> resumed, RunDescription run,
            RunPlace place,
            OpenedTelemetry telemetry) {
        TelemetrySession session = telemetry.sample(place.directory().telemetry(), run.clock());
        try {
            if (resumed.isEmpty()) {
                RunManifest.write(place.directory(), draft.manifest());
            }
            return new ProfilePlan(draft.questions(),
                    new Asking(client, setup.runner().orElseGet(() -> new QuestionRunner(template)), template,
                            setup.runner().isPresent() ? TaskSetUp.of(dataset) : TaskSetUp.NONE),
                    new AnswerEvaluation(draft.evaluatorsById(), evaluators), variant, setup.settings(),
                    run.configuration(variant.load(), place.hardware(), place.path(), run.telemetryNote(session)),
                    place.reservation(), resumed, session, setup.listeners());
        } catch (RuntimeException | Error wrong) {
            session.close();
            throw wrong;
        }
    }

    /** Describes the run. The user's description of the serving machine wins over the client's guess. */
    private RunDescription description(RunClock clock, Optional<RunningShard> shard) {
        ClientInfo info = client.describe();
        ClientInfo described = new ClientInfo(info.id(), info.model(), info.endpoint(),
                setup.settings().measurement().servingHost().orElse(info.servingHost()), info.details());
        return new RunDescription(setup, described, dataset, template,
                HostInspection.describe(setup.plugins().environment()), clock, shard.map(RunningShard::shard));
    }

    /**
     * Throws if a collector does not exist or the run cannot be stored at its place. Nothing is opened, written or
     * sent.
     */
    void requirePossible() {
        collectors().requireKnown();
        StorageSettings storage = setup.storage();
        if (storage.shard().isPresent()) {
            ShardEntry.requirePossible(storage, storage.shard().get(), setup.load());
            return;
        }
        if (storage.temporary() && (storage.resume() || storage.overwrite())) {
            throw new ConfigurationException("A temporary run is neither resumed nor put in the place of another: leave"
                    + " asTemporary() out, or " + Setting.RESUME + " and " + Setting.OVERWRITE);
        }
        if (!storage.temporary() && !storage.resume() && !storage.overwrite()) {
            storage.runName().ifPresent(name -> RunReservation.requireFree(storage.output().resolve(name)));
        }
    }

    private OpenedTelemetry openTelemetry() {
        TelemetrySessionBuilder builder = collectors();
        setup.plugins().sources().forEach(builder::source);
        return builder.openSources();
    }

    private TelemetrySessionBuilder collectors() {
        MeasurementSettings measured = setup.settings().measurement();
        TelemetrySessionBuilder builder = TelemetrySession.builder().collectors(measured.telemetry()).discovery(false)
                .environment(setup.plugins().environment()).onWait(this::reportWait);
        setup.plugins().of("collector", TelemetryProvider.class).all().forEach(builder::provider);
        return builder;
    }

    /** Lets devices cool down before the next run of a series; the readings of this time are dropped. */
    void coolDown(List<DeviceTemperature> first, BooleanSupplier stopped) throws InterruptedException {
        Duration longest = setup.settings().measurement().coolDown();
        if (longest.isZero()) {
            return;
        }
        try (TelemetrySession session = collectors().open()) {
            new CoolDown(longest, () -> CoolDown.read(session), Thread::sleep, this::reportWait).await(first, stopped);
        }
    }
}
