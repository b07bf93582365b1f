package dev.ipw.error;

import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apiguardian.api.API;

/**
 * A setting or a remedy that messages name. A message has the words of Java; another front end, such as a command line,
 * puts its own {@linkplain #rename in their place}, also in messages that a file kept.
 */
@API(status = API.Status.EXPERIMENTAL)
public enum Setting {
    // Methods of the profiler's settings.
    DATASET("dataset(...)"), MAX_QUERIES("maxQueries(...)"), EPOCHS("epochs(...)"), SYSTEM("system(...)"),
    WARMUP_QUERIES("warmupQueries(...)"), IDLE_SECONDS("idleSeconds(...)"), COOL_DOWN("coolDown(...)"),
    RAMP("ramp(...)"), MODEL_CARD("modelCard(...)"), PRECISION("precision(...)"), RUN_NAME("runName(...)"),
    OUTPUT("output(...)"), OVERWRITE("overwrite(...)"), RESUME("resume(...)"), OFFLINE("offline(true)"),
    START_AFTER("startAfter(...)"), TAKE_OVER("takeOver(true)"), OWN_SERVER("ownServer(true)"),
    MODEL("model(\"NAME\")"), BASE_URL("baseUrl(\"URL\")"), LOCAL_SERVING_HOST("servingHost(...) as local"),
    EVAL_CONCURRENCY("EvaluationSettings.concurrency"), EVAL_TIMEOUT("EvaluationSettings.timeout"),
    COST_PER_HOUR("CostFactors.usdPerHour"), ELECTRICITY_PRICE("CostFactors.usdPerKilowattHour"),
    CARBON_INTENSITY("CostFactors.carbonGramsPerKilowattHour"),
    ESTIMATE_HOSTED("CostSettings.estimateHosted"), HOSTED_MODELS("Give a HostedTable that has it"),
    PUE("CostFactors.powerUsageEffectiveness"),
    TEMPERATURE("the setting temperature"), TOP_P("the setting top_p"), MAX_TOKENS("the setting max_tokens"),
    SEED("the setting seed"), STOP("the setting stop"),
    CONTRADICTING_PARAMETER("The client's parameter {} contradicts"), SWEEP("the sweep {} makes such runs"),
    SWEEP_OF_TWO("the sweep concurrency:4,8"), FOUR_EPOCHS("with 4 epochs"), POISSON("by a rate with Poisson arrivals"),

    // Parameters of what is found by an id.
    DATASET_PARAM("the dataset parameter"), DATASET_PARAMS("the dataset parameters"),
    TASK_ENV("the dataset parameter task_env="), SAVED_QUESTIONS("the dataset ipw:FOLDER"),
    EVALUATOR_PARAM("the evaluator parameter"), JUDGE("the parameter judge_model=NAME, and judge_base_url=ADDRESS"),
    OTHER_JUDGE("another judge_model"), JUDGE_BASE_URL("The parameter judge_base_url"),
    OTHER_EVALUATOR("evaluator=ID evaluate them with another one"), TOOL_PARAM("the tool parameter"),
    TOOLS("by the tools"), NO_TOOLS("name no tools"), MAX_TURNS("(max_turns)"), QUERY_TIMEOUT("(query_timeout)"),
    UNSAFE_LOCAL_EXECUTION("the parameter unsafe_local_execution=true"),
    ROOT_SANDBOX("set IPW_ALLOW_ROOT_SANDBOX=true"), ANALYSIS_OPTION("the analysis option"),
    EXPORT_OPTION("the export option"), COLLECTOR("by the collector"), MORE_COLLECTORS("the collectors auto,"),
    SYSFS_COLLECTOR("the collector amd:sysfs"), EXPORTER("run an exporter there and add the collector"),
    PLUGIN("A plugin of your own must be on the class path"), MEMORY("start Java with -Xmx"),

    // Remedies.
    RESUME_RUN("Resume the run with its settings"),
    RESUME_NAMED_RUN("resume the run '{}' with its settings"),
    RESUME_OR_ANALYZE("resume the run with its settings, or analyze it,"),
    RESUME_BENCH("The bench {} has no finished cell. Resume it first"),
    RECOVER("Recover it first, which finishes it"), MERGE("Merge its shards first"),
    REWRITE("an analysis of the run writes them anew"),
    EVALUATE("Evaluate its answers first"), COMPARE_PAIRS(
            "Profile with the dataset arena-hard-auto-v2 and a judge, or score a run with the evaluator pairwise"),
    RUN_FOLDER("Give the folder of a run"), LARGE_MODEL_LAST("the large model's run last"),
    OTHER_FILE("write elsewhere"), PRICE_LIST("Give a price list that has it"),
    PROFILE_WITH_PRICES("profile with a price list"), PROFILE_WITH_SIZES("profile with the model's sizes"),
    PROFILE_WITH_COST("profile with the cost of an hour"),
    PROFILE_WITH_COSTS("profile with the cost of an hour or the price of electricity"),
    COMPARE_IN_TURN("compare runs in turn"), RUNS_IN_TURN("runs in turn do."),
    PROBE("a probe of the sensors"), FIRST_PROBE("A probe of the sensors"),
    WATCH("Check that it keeps moving while it is read"), ATTRIBUTION("an attribution of recorded samples");

    private static final String VALUE = "{}";
    private static final List<Setting> LONGEST_FIRST = Stream.of(values())
            .sorted(Comparator.comparingInt((Setting setting) -> setting.words.length()).reversed()).toList();

    private final String words;

    Setting(String words) {
        this.words = words;
    }

    /**
     * Returns the words of Java for a setting that holds a value.
     *
     * @param value the value
     * @return the words
     */
    public String of(Object value) {
        return words.replace(VALUE, value.toString());
    }

    /**
     * Returns the words of Java.
     *
     * @return the words, for example {@code maxQueries(...)}
     */
    @Override
    public String toString() {
        return words;
    }

    /**
     * Replaces the words of Java in a message by those of another front end.
     *
     * @param message a message of this library
     * @param names   the front end's words for a setting, with <code>{}</code> in the place of its value
     * @return the message in the front end's words
     */
    public static String rename(String message, Function<Setting, String> names) {
        String renamed = message;
        for (Setting setting : LONGEST_FIRST) {
            renamed = setting.replaceIn(renamed, names.apply(setting));
        }
        return renamed;
    }

    private String replaceIn(String text, String name) {
        int hole = words.indexOf(VALUE);
        if (hole < 0) {
            return text.replace(words, name);
        }
        String end = words.substring(hole + VALUE.length());
        int from = text.indexOf(words.substring(0, hole));
        int to = from < 0 ? -1 : text.indexOf(end, from + hole);
        return to < 0
                ? text
                : text.substring(0, from) + name.replace(VALUE, text.substring(from + hole, to))
                        + replaceIn(text.substring(to + end.length()), name);
    }
}
