package dev.ipw.cli.score;

import dev.ipw.cli.command.CommandContext;
import dev.ipw.cli.command.KeyValues;
import dev.ipw.cli.options.EvaluationOptions;
import dev.ipw.cli.options.JudgeOptions;
import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.evaluation.EvaluatorContext;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.evaluation.internal.Evaluators;
import dev.ipw.inference.InferenceClientProvider;
import dev.ipw.internal.secret.Redaction;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.plugin.Plugins;
import dev.ipw.profile.internal.RunRecovery;
import dev.ipw.results.RunReader;
import dev.ipw.settings.EvaluationSettings;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The command that scores the answers of a run by another evaluator and shows all scores side by side. The run's own
 * verdicts remain.
 */
@Command(name = "score",
        description = "Score the answers of a run by another evaluator, and show all scores side by side."
                + " The run's own verdicts stay as they are. Without --evaluator, show the scores that there are.")
public final class ScoreCommand implements Callable<Integer> {
    private final CommandContext ipw;

    @Parameters(index = "0", paramLabel = "RUN", description = "The folder of the run.")
    private Path run = Path.of("");

    @Option(names = "--evaluator", paramLabel = "ID", description = "Who scores; see 'ipw list evaluators'.")
    private Optional<String> evaluator = Optional.empty();

    @Option(names = "--evaluator-param", paramLabel = "KEY=VALUE",
            description = "A parameter of the evaluator; may be given several times.")
    private List<String> parameters = new ArrayList<>();

    @ArgGroup(validate = false, heading = "%nWho judges answers:%n")
    private JudgeOptions judge = new JudgeOptions();

    @ArgGroup(validate = false, heading = "%nHow answers are evaluated:%n")
    private EvaluationOptions evaluation = new EvaluationOptions();

    public ScoreCommand(CommandContext ipw) {
        this.ipw = ipw;
    }

    @Override
    public Integer call() throws InterruptedException {
        RunReader reader;
        try (Evaluators evaluators = evaluators(Optional.empty())) {
            reader = RunRecovery.recover(run, evaluators);
        }
        ipw.complainOfDamage(reader.summary());
        StoredScores stored = new StoredScores(reader.directory().path());
        boolean isOpen = false;
        if (evaluator.isPresent()) {
            stored.makeFolder();
            Score score = score(reader, evaluator.get());
            stored.keep(score);
            isOpen = score.count(ScoredAnswer.NONE) > 0;
        }
        List<Score> scores = new ArrayList<>(List.of(Score.ofRun(reader)));
        scores.addAll(stored.all());
        ScoreText text = new ScoreText(scores);
        ipw.answer(() -> text.of(reader.directory().path(), ipw.terminal().columns()),
                () -> TreeBuilder.object().put("scores", text.tree()));
        return isOpen ? ExitCode.SOME_FAILED : ExitCode.FINE;
    }

    private Score score(RunReader reader, String id) throws InterruptedException {
        Map<String, String> all = new LinkedHashMap<>(judge.parameters());
        all.putAll(KeyValues.of("--evaluator-param", parameters));
        EvaluationSettings settings = evaluation.in(EvaluationSettings.DEFAULTS);
        try (Evaluators evaluators = evaluators(Optional.of(reader))) {
            Rescoring rescoring = new Rescoring(evaluators.get(id, all), settings, ipw::note);
            List<ScoredAnswer> answers = rescoring.of(reader);
            evaluators.reportProgress();
            Map<String, String> redacted = new LinkedHashMap<>();
            all.forEach((name, value) -> redacted.put(name, Redaction.text(value)));
            return new Score(id, redacted, Instant.now().toString(), answers);
        }
    }

    private Evaluators evaluators(Optional<RunReader> reader) {
        EvaluatorContext.Builder context = EvaluatorContext.builder().clients(
                Plugins.builder("client", InferenceClientProvider.class).classLoader(ipw.classLoader()).build())
                .progress(ipw::note);
        reader.ifPresent(one -> context.modelUnderTest(one.summary().configuration().client()));
        return new Evaluators(Plugins.builder("evaluator", EvaluatorProvider.class).classLoader(ipw.classLoader())
                .build(), context.build(), evaluation.in(EvaluationSettings.DEFAULTS));
    }
}
