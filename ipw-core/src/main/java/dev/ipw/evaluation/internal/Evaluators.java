package dev.ipw.evaluation.internal;

import dev.ipw.cost.PriceList;
import dev.ipw.dataset.Dataset;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.Setting;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.EvaluatorContext;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.inference.ClientInfo;
import dev.ipw.internal.secret.Redaction;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import dev.ipw.settings.EvaluationSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The evaluators by id, each created once for the same parameters, and closed together.
 *
 * <pre>{@code
 * try (Evaluators evaluators = Evaluators.discovered()) {
 *     run.analyze(new AccuracyAnalysis().evaluatingAgain(3), evaluators, listener);
 * }
 * }</pre>
 */
public final class Evaluators implements AutoCloseable {
    /** The id of the evaluator that leaves answers unscored. */
    public static final String NONE = Dataset.NOT_JUDGED;

    private static final Logger LOGGER = LoggerFactory.getLogger(Evaluators.class);
    private static final String JUDGE = "judge_";
    private static final int MAX_SENTENCES = 1000;
    private static final int MAX_CHARACTERS = 500;

    private final Plugins<EvaluatorProvider> providers;
    private final EvaluatorContext context;
    private final EvaluationSettings settings;
    private final Optional<PriceList> prices;
    private final Map<Made, Evaluator> made = new LinkedHashMap<>();
    private final BlockingQueue<String> sentences = new LinkedBlockingQueue<>(MAX_SENTENCES);
    private final JudgeCalls calls = new JudgeCalls(System::nanoTime);
    private volatile @Nullable Thread maker;

    /**
     * Creates evaluators.
     *
     * @param providers the evaluators that have ids
     * @param context   their context; it receives progress on the thread that creates them or calls
     *                  {@link #reportProgress}, whichever thread reports it
     * @param settings  the parallelism and the time limit
     */
    public Evaluators(Plugins<EvaluatorProvider> providers, EvaluatorContext context, EvaluationSettings settings) {
        this(providers, context, settings, Optional.empty());
    }

    /**
     * Creates evaluators whose model calls are priced by a list of the user's.
     *
     * @param providers the evaluators that have ids
     * @param context   their context
     * @param settings  the parallelism and the time limit
     * @param prices    takes precedence over the list of this library
     */
    public Evaluators(Plugins<EvaluatorProvider> providers, EvaluatorContext context, EvaluationSettings settings,
            Optional<PriceList> prices) {
        this.providers = Objects.requireNonNull(providers, "providers");
        this.context = Objects.requireNonNull(context, "context");
        this.settings = Objects.requireNonNull(settings, "settings");
        this.prices = Objects.requireNonNull(prices, "prices");
    }

    /**
     * Returns the evaluators on the class path, with the default settings.
     *
     * @return evaluators; close them after use
     */
    public static Evaluators discovered() {
        return new Evaluators(Plugins.builder("evaluator", EvaluatorProvider.class).build(),
                EvaluatorContext.builder().build(), EvaluationSettings.DEFAULTS);
    }

    /**
     * Returns the available evaluators.
     *
     * @return their providers
     */
    public Plugins<EvaluatorProvider> providers() {
        return providers;
    }

    /**
     * Returns the settings of the evaluation.
     *
     * @return the parallelism and the time limit
     */
    public EvaluationSettings settings() {
        return settings;
    }

    /**
     * Returns the calls of the evaluators to models.
     *
     * @return the record of the calls
     */
    public JudgeCalls calls() {
        return calls;
    }

    /**
     * Returns an evaluator; the first call creates it. It is closed with all others.
     *
     * @param id         the evaluator's id
     * @param parameters its parameters; every one must be understood
     * @return the evaluator
     * @throws ConfigurationException if no provider has the id, a parameter is wrong, or it is a secret that was
     *                                removed before the parameters were kept
     */
    public Evaluator get(String id, Map<String, String> parameters) {
        return get(id, parameters, context.modelUnderTest());
    }

    /**
     * Returns an evaluator of a run's answers; the first call creates it. It is closed with all others.
     *
     * @param id             the evaluator's id
     * @param named          the ids of the evaluators that the run names: they get all of its parameters, and any other
     *                       one only those that choose the judge's model. This object's settings take precedence over
     *                       both
     * @param kept           the parameters kept with the run
     * @param modelUnderTest the model that the run asked
     * @return the evaluator
     * @throws ConfigurationException as {@link #get(String, Map)} does
     */
    public Evaluator ofRun(String id, Set<String> named, Map<String, String> kept, ClientInfo modelUnderTest) {
        String canonical = providers.require(id).id();
        boolean isNamed = named.stream().anyMatch(
                one -> providers.find(one).map(EvaluatorProvider::id).filter(canonical::equals).isPresent());
        Map<String, String> parameters = new LinkedHashMap<>(kept);
        parameters.keySet().removeIf(name -> !isNamed && !name.startsWith(JUDGE));
        parameters.putAll(settings.parameters());
        return get(id, parameters, Optional.of(modelUnderTest));
    }

    private synchronized Evaluator get(String id, Map<String, String> parameters, Optional<ClientInfo> modelUnderTest) {
        EvaluatorProvider provider = providers.require(id);
        Made key = new Made(provider.id(), ofProvider(provider, parameters), modelUnderTest);
        Evaluator known = made.get(key);
        if (known == null) {
            known = make(provider, key);
            made.put(key, known);
        }
        return known;
    }

    /** Removes the parameters of judges for evaluators without a judge. */
    private static Map<String, String> ofProvider(EvaluatorProvider provider, Map<String, String> parameters) {
        Map<String, String> own = new LinkedHashMap<>(parameters);
        if (!provider.asksModel()) {
            own.keySet().removeIf(name -> name.startsWith(JUDGE));
        }
        return Map.copyOf(own);
    }

    private Evaluator make(EvaluatorProvider provider, Made key) {
        key.parameters.forEach((name, value) -> {
            if (value.contains(Redaction.MARK)) {
                throw new ConfigurationException("The parameter '" + name + "' of the evaluator '" + key.id
                        + "' is or holds a secret, which is not kept with a run. Let the evaluator read it from an"
                        + " environment variable, or give " + Setting.EVALUATOR_PARAM + " " + name
                        + "=... again without it");
            }
        });
        Parameters given = Parameters.of("evaluator " + key.id, key.parameters);
        maker = Thread.currentThread();
        try {
            CallMeter meter = new CallMeter(prices, calls);
            EvaluatorContext own = context.withProgress(this::queueProgress).withClients(meter::metered);
            Evaluator evaluator = meter.metered(
                    provider.create(key.modelUnderTest.map(own::withModelUnderTest).orElse(own), given));
            try {
                given.rejectUnknown();
            } catch (ConfigurationException unknown) {
                close(key.id, evaluator);
                throw unknown;
            }
            return evaluator;
        } finally {
            maker = null;
        }
    }

    private void queueProgress(String sentence) {
        String clean = Redaction.excerpt(sentence, MAX_CHARACTERS);
        if (Thread.currentThread().equals(maker)) {
            context.progress(clean);
        } else if (!sentences.offer(clean)) {
            LOGGER.debug("Too many progress messages; dropped: {}", clean);
        }
    }

    /** Returns the progress messages of evaluators since the last call. */
    public void reportProgress() {
        for (String next = sentences.poll(); next != null; next = sentences.poll()) {
            context.progress(next);
        }
    }

    /** Closes the created evaluators. A failure to close one is logged. A second call does nothing. */
    @Override
    public synchronized void close() {
        new ArrayList<>(made.entrySet()).reversed().forEach(one -> close(one.getKey().id, one.getValue()));
        made.clear();
    }

    private static void close(String id, Evaluator evaluator) {
        try {
            evaluator.close();
        } catch (RuntimeException broken) {
            LOGGER.warn("The evaluator {} could not be closed", id, broken);
        }
    }

    private record Made(String id, Map<String, String> parameters, Optional<ClientInfo> modelUnderTest) {}
}
