package dev.ipw.benchmarks.judge;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.Setting;
import dev.ipw.evaluation.EvaluatorContext;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.InferenceClient;
import dev.ipw.plugin.Parameters;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * All judges of an evaluator, with the number of repeats.
 *
 * @param judges  the judges, at least one
 * @param repeats the number of times that each is asked
 */
record Panel(List<Judge> judges, int repeats) implements AutoCloseable {
    private static final SecureRandom CODE_SOURCE = new SecureRandom();
    private static final String CODE_LETTERS = "bcdfghjkmnpqrstvwxz";
    private static final int CODE_LENGTH = 8;

    /** Copies the list. */
    Panel {
        judges = List.copyOf(judges);
    }

    /** Makes the judges that parameters name. */
    static Panel of(String evaluator, EvaluatorContext context, Parameters parameters) {
        JudgeSettings settings = JudgeSettings.of(evaluator, parameters);
        Optional<JudgementCache> cache = settings.isCached()
                ? Optional.of(new JudgementCache(context.cacheFolder().resolve("judgements")))
                : Optional.empty();
        List<Judge> judges = new ArrayList<>();
        try {
            for (String model : settings.models()) {
                InferenceClient client = context.client(settings.client(), Optional.of(model), settings.baseUrl(),
                        clientParameters(context, parameters));
                judges.add(new Judge(client, client.describe(), settings, cache, new AtomicBoolean(),
                        Panel::drawCode));
                refuseSelf(context, client.describe(), settings);
            }
            return new Panel(judges, settings.repeats());
        } catch (RuntimeException wrong) {
            judges.forEach(judge -> judge.client().close());
            throw wrong;
        }
    }

    private static Map<String, String> clientParameters(EvaluatorContext context, Parameters given) {
        Map<String, String> parameters = new HashMap<>(Map.of("retries", "5"));
        context.variable("IPW_EVAL_API_KEY").filter(key -> !key.isBlank())
                .ifPresent(key -> parameters.put("api_key", key));
        parameters.putAll(given.withPrefix("judge_client."));
        given.text("judge_serving_host").ifPresent(host -> parameters.put("serving_host", host));
        return parameters;
    }

    private static void refuseSelf(EvaluatorContext context, ClientInfo judge, JudgeSettings settings) {
        boolean isSame = context.modelUnderTest().filter(tested -> tested.model().equals(judge.model())
                && tested.endpoint().equals(judge.endpoint())).isPresent();
        if (isSame && !settings.isSelf()) {
            throw new ConfigurationException("The judge " + judge.model() + " is the model under test, at the same"
                    + " address. Name " + Setting.OTHER_JUDGE + ", or allow it with " + Setting.EVALUATOR_PARAM
                    + " judge_self=true");
        }
    }

    /** Asks all judges. */
    <T> List<Judgement<T>> ask(JudgePrompt prompt, ReplyForm<T> form, int epoch)
            throws InterruptedException {
        List<Judgement<T>> judgements = new ArrayList<>();
        for (Judge judge : judges) {
            for (int repeat = 1; repeat <= repeats; repeat++) {
                judgements.add(judge.ask(prompt, form, "epoch " + epoch + ", repeat " + repeat));
            }
        }
        return judgements;
    }

    @Override
    public void close() {
        judges.forEach(judge -> judge.client().close());
    }

    /** Draws the code that a verdict contains: unpredictable letters that form no word. */
    private static String drawCode() {
        StringBuilder code = new StringBuilder(CODE_LENGTH);
        CODE_SOURCE.ints(CODE_LENGTH, 0, CODE_LETTERS.length()).forEach(at -> code.append(CODE_LETTERS.charAt(at)));
        return code.toString();
    }
}
