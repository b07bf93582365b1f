package dev.ipw.evaluation.internal;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.ConfigurationException;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.EvaluatorContext;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import dev.ipw.query.QueryOutcome;
import dev.ipw.settings.EvaluationSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class EvaluatorsTests {
    private static final EvaluatorContext CONTEXT = EvaluatorContext.builder().variables(Map.of("KEY", "s3cr3t"))
            .build();

    @TempDir
    private Path folder;

    private final List<String> events = new ArrayList<>();

    private Evaluators evaluators(EvaluatorContext context, Maker maker) {
        Plugins.Builder<EvaluatorProvider> providers = Plugins.builder("evaluator", EvaluatorProvider.class)
                .discovery(false);
        List.of("first", "second").forEach(id -> providers.register(new Provider(id, maker)));
        return new Evaluators(providers.build(), context, EvaluationSettings.DEFAULTS);
    }

    private Evaluator noting(String id) {
        events.add("made " + id);
        return new Evaluator() {
            @Override
            public Evaluation evaluate(DatasetRecord question, QueryOutcome outcome) {
                return Evaluation.unscored("never asked");
            }

            @Override
            public void close() {
                events.add("closed " + id);
                if (id.equals("second")) {
                    throw new IllegalStateException("cannot be closed");
                }
            }
        };
    }

    @Test
    void areMadeOnceForTheSameParametersAndClosedOnceTheLastFirst() {
        Evaluators evaluators = evaluators(CONTEXT, (id, context, parameters) -> {
            parameters.text("level");
            return noting(id);
        });
        Evaluator first = evaluators.get("first", Map.of());
        evaluators.get("second", Map.of());

        assertThat(evaluators.get("First", Map.of())).isSameAs(first);
        assertThat(evaluators.get("first", Map.of("level", "2"))).isNotSameAs(first);
        evaluators.close();
        evaluators.close();

        assertThat(events).containsExactly("made first", "made second", "made first", "closed first", "closed second",
                "closed first");
    }

    @Test
    void areClosedIfAParameterIsNotUnderstood() {
        try (Evaluators evaluators = evaluators(CONTEXT, (id, context, parameters) -> noting(id))) {
            assertThatThrownBy(() -> evaluators.get("first", Map.of("levle", "2")))
                    .isInstanceOf(ConfigurationException.class).hasMessageContaining("levle");
        }
        assertThat(events).containsExactly("made first", "closed first");
    }

    @Test
    void getNoSecretThatARunDidNotKeep() {
        try (Evaluators evaluators = evaluators(CONTEXT, (id, context, parameters) -> noting(id))) {
            assertThatThrownBy(() -> evaluators.get("first", Map.of("api_key", "[redacted]")))
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContainingAll("api_key", "first", "environment variable");
        }
        assertThat(events).isEmpty();
    }

    @Test
    void takeSecretsFromTheEnvironmentWhichNothingShows() {
        List<String> keys = new ArrayList<>();
        try (Evaluators evaluators = evaluators(CONTEXT, (id, context, parameters) -> {
            keys.add(context.variable("KEY").orElseThrow());
            assertThat(context.variable("OTHER")).isEmpty();
            assertThat(context.toString()).doesNotContain("s3cr3t");
            return noting(id);
        })) {
            evaluators.get("first", Map.of());
        }
        assertThat(keys).containsExactly("s3cr3t");
    }

    @Test
    void haveAFolderBetweenRuns() {
        EvaluatorContext chosen = EvaluatorContext.builder().cacheFolder(folder.resolve("a/b")).build();
        assertThat(chosen.cacheFolder()).isEqualTo(folder.resolve("a/b")).isDirectory();
        EvaluatorContext variable = EvaluatorContext.builder()
                .variables(Map.of("IPW_CACHE_DIR", folder.resolve("c").toString())).build();
        assertThat(variable.cacheFolder()).isEqualTo(folder.resolve("c")).isDirectory();
        EvaluatorContext system = EvaluatorContext.builder()
                .variables(Map.of("XDG_CACHE_HOME", folder.resolve("d").toString())).build();
        assertThat(system.cacheFolder()).isEqualTo(folder.resolve("d").resolve("ipw")).isDirectory();
    }

    @Test
    void tellWhatTheySayOnlyOnTheThreadOfTheRun() throws InterruptedException {
        List<String> heard = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        EvaluatorContext context = EvaluatorContext.builder().progress(sentence -> {
            heard.add(sentence);
            threads.add(Thread.currentThread());
        }).build();
        List<EvaluatorContext> given = new ArrayList<>();
        try (Evaluators evaluators = evaluators(context, (id, own, parameters) -> {
            own.progress("loading with api_key=s3cr3t");
            given.add(own);
            return noting(id);
        })) {
            evaluators.get("first", Map.of());
            assertThat(heard).containsExactly("loading with api_key=[redacted]");
            Thread other = Thread.ofPlatform().start(() -> given.getFirst().progress("half done"));
            other.join();
            assertThat(heard).hasSize(1);
            evaluators.reportProgress();
        }
        assertThat(heard).containsExactly("loading with api_key=[redacted]", "half done");
        assertThat(threads).containsOnly(Thread.currentThread());
    }

    @FunctionalInterface
    private interface Maker {
        Evaluator make(String id, EvaluatorContext context, Parameters parameters);
    }

    private record Provider(String id, Maker maker) implements EvaluatorProvider {
        @Override
        public String description() {
            return "made by the test";
        }

        @Override
        public Evaluator create(EvaluatorContext context, Parameters parameters) {
            return maker.make(id, context, parameters);
        }
    }
}
