package dev.ipw.cli;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The translation of library messages, which name settings of the API, into words of the command line. */
final class CommandWords {
    /** Settings whose option has a different name. */
    private static final Map<String, String> OPTIONS = Map.of("seed", "--sampling-seed", "modelCard", "--model-config");
    private static final Pattern CAPITAL = Pattern.compile("(?=[A-Z])");

    /** The translations; the first that matches applies, and the search continues after the match. */
    private static final List<Word> WORDS = List.of(
            word("the tool parameter ([a-z_]+\\.[a-z_]+=)", "--tool-param $1"),
            word("the (?:analysis|export) option ([a-z_]+)", "--option $1"),
            word("the dataset parameter task_env=", "--task-env "),
            word("the dataset parameters? ([a-z_]+=)", "--dataset-param $1"),
            word("the evaluator parameter ([a-z_]+=)", "--evaluator-param $1"),
            word("the parameter judge_model=NAME, and judge_base_url=ADDRESS",
                    "--judge-model NAME, and --judge-base-url ADDRESS"),
            word("The parameter judge_base_url(?= must)", "--judge-base-url"),
            word("another judge_model", "another --judge-model"),
            word("evaluator=ID evaluate them with another one",
                    "--option evaluator=ID evaluate them with another one; 'ipw list evaluators' names them"),
            word("by the tools (none|[a-z_,:]+)$", "--tools $1"), word("name no tools\\b", "leave --tools out"),
            word("the parameter unsafe_local_execution=true", "--unsafe-local-execution"),
            word("set IPW_ALLOW_ROOT_SANDBOX=true", "allow it with --allow-root-sandbox"),
            word("\\(max_turns\\)", "(--max-turns)"), word("\\(query_timeout\\)", "(--query-timeout)"),
            word("(The client's parameter .*) contradicts the setting ",
                    "$1 (--client-param) contradicts the setting "),
            new Word("contradicts the setting ([a-z_]+)", found -> "contradicts " + option(found.group(1))),
            word("the dataset (ipw:FOLDER)", "--dataset $1"),
            word("with the dataset ([a-z0-9-]+) and a judge", "with --dataset $1 and a judge"),
            word("the collectors? ([a-z]+[,:]\\w)", "--telemetry $1"),
            word("the sweep (\\S+) makes such runs", "'ipw profile --sweep $1' makes such runs"),
            word("the sweep ([a-z]+:)", "--sweep $1"),
            // Methods of the library's settings.
            word("servingHost\\(\\.\\.\\.\\) as local", "--serving-host local"),
            word("baseUrl\\(\"URL\"\\)", "--client-base-url URL"), word("model\\(\"NAME\"\\)", "--model NAME"),
            word("offline\\(true\\)", "--offline"),
            new Word("\\b(dataset|epochs|maxQueries|modelCard|precision|ramp|runName)\\(\\.\\.\\.\\)",
                    found -> option(found.group(1))),
            // Rejected values are reported with their option.
            setting("The number of queries", "--max-queries"), setting("How often each question is asked", "--epochs"),
            setting("The system prompt", "--system"), setting("The number of warm-up queries", "--warmup-queries"),
            setting("The idle time before and after the run", "--idle-seconds"), setting("A cool-down", "--cool-down"),
            setting("The number of answers evaluated at once", "--eval-concurrency"),
            setting("The time to evaluate an answer", "--eval-timeout"),
            setting("A text at which generation ends", "--stop"), setting("The cost of an hour", "--cost-per-hour"),
            setting("The price of electricity", "--electricity-price"),
            setting("The carbon intensity", "--carbon-intensity"), setting("The power usage effectiveness", "--pue"),
            // Remedies.
            word("([Gg])ive the run another name", "$1ive another --run-name"),
            word("(?:the run )?another output folder", "another --output-dir"),
            word("have it replaced", "replace it with --overwrite"),
            word("the run's name and the output folder", "--run-name and --output-dir"),
            word("Check the output folder", "Check --output-dir"),
            word("begin (the run|a new run) without resuming", "leave --resume out to begin $1"),
            word("resume the run '(.+)' with its settings",
                    "run 'ipw profile' with the same options, --run-name $1 and --resume"),
            word("([Rr])esume (?:the run|it) with its settings", "$1un 'ipw profile' with its options and --resume"),
            word("The bench (.+) has no finished cell\\. Resume it first",
                    "The bench $1 has no finished cell. 'ipw bench --resume $1' goes on with it"),
            word("Recover it first, which finishes it", "'ipw analyze' with its folder finishes it"),
            word("or analyze it, ", "or 'ipw analyze' with its folder, "),
            word("an analysis of the run writes them anew", "'ipw analyze' writes them anew"),
            word("Evaluate its answers first", "Evaluate it with 'ipw analyze --option evaluator=ID'"),
            word("Give the folder of a run", "Give the folder that 'ipw profile' named at its end"),
            word("or write elsewhere", "or choose another --output"),
            word("Give a price list that has it",
                    "Give a price file: --prices FILE of ipw profile, --option prices=FILE of ipw analyze"),
            word("profile with the cost of an hour or the price of electricity",
                    "give ipw profile --cost-per-hour or --electricity-price"),
            word("profile with the cost of an hour", "--cost-per-hour USD of ipw profile"),
            word("profile with the model's sizes", "give ipw profile --model-config"),
            word("profile with a price list", "give ipw profile --prices"),
            word("with (\\d+) epochs", "with --epochs $1"),
            word("score a run with the evaluator ([a-z-]+)", "score a run with 'ipw score RUN --evaluator $1'"),
            word("the large model's run last", "the large model's last: ipw analyze SMALL LARGE --analysis routing"),
            word("by a rate with Poisson arrivals", "--rate with Poisson arrivals"),
            word("compare runs in turn", "compare runs in turn with --interleave"),
            word("start Java with (?=-Xmx)", "start ipw with IPW_JAVA_OPTIONS="),
            word("runs in turn do\\.", "runs in turn do (--interleave)."),
            word("A plugin of your own must be on the class path", "--plugins JAR adds one of your own"),
            word("[Aa] probe of the sensors", "'ipw doctor'"),
            word("Check that it keeps moving while it is read", "Check with 'ipw monitor' that it keeps moving"),
            word("run an exporter there and add", "run 'ipw monitor --serve HOST:PORT' there and add"),
            word("an attribution of recorded samples", "'ipw attribute'"));

    private CommandWords() {}

    /** Translates a message of a library. */
    static String of(String message) {
        String text = message;
        for (Word word : WORDS) {
            text = word.library().matcher(text).replaceAll(word.command());
        }
        return text;
    }

    /** Returns the patterns, for checking them against the libraries. */
    static List<Pattern> libraryWords() {
        return WORDS.stream().map(Word::library).toList();
    }

    private static Word word(String library, String command) {
        Pattern pattern = Pattern.compile(library);
        return new Word(pattern, found -> command);
    }

    private static Word setting(String name, String option) {
        return word(name + "(?= (?:must|is|has|lasts) |$)", "$0 (" + option + ")");
    }

    /** Formats a setting's name as an option: {@code maxQueries} and {@code max_queries} are {@code --max-queries}. */
    private static String option(String name) {
        return Optional.ofNullable(OPTIONS.get(name)).orElseGet(() -> "--"
                + CAPITAL.matcher(name).replaceAll("-").toLowerCase(Locale.ROOT).replace('_', '-'));
    }

    private record Word(Pattern library, Function<MatchResult, String> command) {
        Word(String library, Function<MatchResult, String> command) {
            this(Pattern.compile(library), command);
        }
    }
}
