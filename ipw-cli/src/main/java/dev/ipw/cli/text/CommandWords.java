package dev.ipw.cli.text;

import dev.ipw.error.Setting;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import static java.util.Map.entry;

/** The words of the command line for the settings that messages of libraries name. */
public final class CommandWords {
    /** The settings whose option has another name, and the remedies. */
    private static final Map<Setting, String> WORDS = Map.ofEntries(entry(Setting.MODEL_CARD, "--model-config"),
            entry(Setting.OUTPUT, "--output-dir"), entry(Setting.SEED, "--sampling-seed"),
            entry(Setting.MODEL, "--model NAME"), entry(Setting.BASE_URL, "--client-base-url URL"),
            entry(Setting.LOCAL_SERVING_HOST, "--serving-host local"), entry(Setting.OWN_SERVER, "--shard-server own"),
            entry(Setting.TASK_ENV, "--task-env "),
            entry(Setting.CONTRADICTING_PARAMETER, "The client's parameter {} (--client-param) contradicts"),
            entry(Setting.SWEEP, "'ipw profile --sweep {}' makes such runs"),
            entry(Setting.SWEEP_OF_TWO, "--sweep concurrency:4,8"), entry(Setting.FOUR_EPOCHS, "with --epochs 4"),
            entry(Setting.POISSON, "--rate with Poisson arrivals"), entry(Setting.DATASET_PARAMS, "--dataset-param"),
            entry(Setting.SAVED_QUESTIONS, "--dataset ipw:FOLDER"),
            entry(Setting.JUDGE, "--judge-model NAME, and --judge-base-url ADDRESS"),
            entry(Setting.OTHER_JUDGE, "another --judge-model"),
            entry(Setting.OTHER_EVALUATOR,
                    "--option evaluator=ID evaluate them with another one; 'ipw list evaluators' names them"),
            entry(Setting.NO_TOOLS, "leave --tools out"), entry(Setting.MAX_TURNS, "(--max-turns)"),
            entry(Setting.QUERY_TIMEOUT, "(--query-timeout)"),
            entry(Setting.ROOT_SANDBOX, "allow it with --allow-root-sandbox"),
            entry(Setting.ANALYSIS_OPTION, "--option"), entry(Setting.EXPORT_OPTION, "--option"),
            entry(Setting.COLLECTOR, "by --telemetry"), entry(Setting.MORE_COLLECTORS, "--telemetry auto,"),
            entry(Setting.SYSFS_COLLECTOR, "--telemetry amd:sysfs"),
            entry(Setting.EXPORTER, "run 'ipw monitor --serve HOST:PORT' there and add --telemetry"),
            entry(Setting.PLUGIN, "--plugins JAR adds one of your own"),
            entry(Setting.MEMORY, "start ipw with IPW_JAVA_OPTIONS=-Xmx"),
            entry(Setting.RESUME_RUN, "Run 'ipw profile' with its options and --resume"),
            entry(Setting.RESUME_NAMED_RUN, "run 'ipw profile' with the same options, --run-name {} and --resume"),
            entry(Setting.RESUME_OR_ANALYZE,
                    "run 'ipw profile' with its options and --resume, or 'ipw analyze' with its folder,"),
            entry(Setting.RESUME_BENCH, "The bench {} has no finished cell. 'ipw bench --resume {}' goes on with it"),
            entry(Setting.RECOVER, "'ipw analyze' with its folder finishes it"),
            entry(Setting.MERGE, "'ipw merge' with its folder merges them"),
            entry(Setting.REWRITE, "'ipw analyze' writes them anew"),
            entry(Setting.EVALUATE, "Evaluate it with 'ipw analyze --option evaluator=ID'"),
            entry(Setting.COMPARE_PAIRS, "Profile with --dataset arena-hard-auto-v2 and a judge, or score a run with"
                    + " 'ipw score RUN --evaluator pairwise'"),
            entry(Setting.RUN_FOLDER, "Give the folder that 'ipw profile' named at its end"),
            entry(Setting.LARGE_MODEL_LAST, "the large model's last: ipw analyze SMALL LARGE --analysis routing"),
            entry(Setting.OTHER_FILE, "choose another --output"),
            entry(Setting.PRICE_LIST,
                    "Give a price file: --prices FILE of ipw profile, --option prices=FILE of ipw analyze"),
            entry(Setting.HOSTED_MODELS, "Give a table that has it: --hosted-models FILE"),
            entry(Setting.PROFILE_WITH_PRICES, "give ipw profile --prices"),
            entry(Setting.PROFILE_WITH_SIZES, "give ipw profile --model-config"),
            entry(Setting.PROFILE_WITH_COST, "--cost-per-hour USD of ipw profile"),
            entry(Setting.PROFILE_WITH_COSTS, "give ipw profile --cost-per-hour or --electricity-price"),
            entry(Setting.COMPARE_IN_TURN, "compare runs in turn with --interleave"),
            entry(Setting.RUNS_IN_TURN, "runs in turn do (--interleave)."), entry(Setting.PROBE, "'ipw doctor'"),
            entry(Setting.FIRST_PROBE, "'ipw doctor'"),
            entry(Setting.WATCH, "Check with 'ipw monitor' that it keeps moving"),
            entry(Setting.ATTRIBUTION, "'ipw attribute'"));

    private CommandWords() {}

    /** Returns a message of a library with the words of the command line. */
    public static String of(String message) {
        return Setting.rename(message, CommandWords::of);
    }

    /** Returns the words for a setting: {@code MAX_QUERIES} is {@code --max-queries}. */
    public static String of(Setting setting) {
        return Optional.ofNullable(WORDS.get(setting))
                .orElseGet(() -> "--" + setting.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    }
}
