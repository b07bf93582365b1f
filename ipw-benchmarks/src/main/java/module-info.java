import dev.ipw.analysis.AnalysisProvider;
import dev.ipw.benchmarks.analysis.BenchmarkAnalyses;
import dev.ipw.benchmarks.code.CodeEvaluators;
import dev.ipw.benchmarks.dataset.Aime;
import dev.ipw.benchmarks.dataset.ArenaHard;
import dev.ipw.benchmarks.dataset.Bfcl;
import dev.ipw.benchmarks.dataset.BrowseComp;
import dev.ipw.benchmarks.dataset.DeepResearchBench;
import dev.ipw.benchmarks.dataset.FixedLength;
import dev.ipw.benchmarks.dataset.Frames;
import dev.ipw.benchmarks.dataset.Gaia;
import dev.ipw.benchmarks.dataset.GdpVal;
import dev.ipw.benchmarks.dataset.Gpqa;
import dev.ipw.benchmarks.dataset.Gsm8k;
import dev.ipw.benchmarks.dataset.HealthBench;
import dev.ipw.benchmarks.dataset.Hle;
import dev.ipw.benchmarks.dataset.HumanEval;
import dev.ipw.benchmarks.dataset.IntelligencePerWatt;
import dev.ipw.benchmarks.dataset.LiveCodeBench;
import dev.ipw.benchmarks.dataset.LiveResearchBench;
import dev.ipw.benchmarks.dataset.Math500;
import dev.ipw.benchmarks.dataset.Mbpp;
import dev.ipw.benchmarks.dataset.MmluPro;
import dev.ipw.benchmarks.dataset.NaturalReasoning;
import dev.ipw.benchmarks.dataset.SimpleQa;
import dev.ipw.benchmarks.dataset.SimpleQaVerified;
import dev.ipw.benchmarks.dataset.SuperGpqa;
import dev.ipw.benchmarks.dataset.SweBench;
import dev.ipw.benchmarks.dataset.Swefficiency;
import dev.ipw.benchmarks.dataset.WildChat;
import dev.ipw.benchmarks.harbor.HarborDatasetProvider;
import dev.ipw.benchmarks.judge.JudgeEvaluators;
import dev.ipw.benchmarks.math.MathEvaluatorProvider;
import dev.ipw.benchmarks.patch.SwebenchPatchEvaluatorProvider;
import dev.ipw.benchmarks.routing.RoutingAnalysisProvider;
import dev.ipw.benchmarks.scoring.Scorers;
import dev.ipw.benchmarks.swebench.SweBenchEvaluatorProvider;
import dev.ipw.benchmarks.swefficiency.SwefficiencyEvaluatorProvider;
import dev.ipw.benchmarks.task.HubRepositoryProvider;
import dev.ipw.benchmarks.terminalbench.TerminalBenchDatasetProvider;
import dev.ipw.benchmarks.verification.VerifierEvaluatorProvider;
import dev.ipw.dataset.DatasetProvider;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.plugin.PluginCatalogue;

/** Intelligence Per Watt: datasets of the HuggingFace hub, the benchmarks of the field, and their evaluators. */
module dev.ipw.benchmarks {
    requires dev.ipw.analysis;
    requires transitive dev.ipw.core;
    requires com.fasterxml.jackson.databind;
    requires com.fasterxml.jackson.dataformat.toml;
    requires com.github.luben.zstd_jni;
    requires dev.hardwood.core;
    requires java.xml;
    requires org.apache.pdfbox;
    requires org.apache.poi.ooxml;
    requires org.apache.poi.poi;
    requires org.slf4j;
    requires org.yaml.snakeyaml;
    requires static transitive org.apiguardian.api;
    requires static transitive org.jspecify;

    exports dev.ipw.benchmarks;
    exports dev.ipw.benchmarks.analysis to dev.ipw.cli;
    exports dev.ipw.benchmarks.document to dev.ipw.agents;
    exports dev.ipw.benchmarks.export to dev.ipw.cli;
    exports dev.ipw.benchmarks.sandbox to dev.ipw.agents;
    exports dev.ipw.benchmarks.scoring to dev.ipw.agents;

    provides AnalysisProvider with
            RoutingAnalysisProvider;

    provides DatasetProvider with
            Aime,
            ArenaHard,
            Bfcl,
            BrowseComp,
            DeepResearchBench,
            FixedLength,
            Frames,
            Gaia,
            GdpVal,
            Gpqa,
            Gsm8k,
            HealthBench,
            Hle,
            HumanEval,
            IntelligencePerWatt,
            LiveCodeBench,
            LiveResearchBench,
            Math500,
            Mbpp,
            MmluPro,
            NaturalReasoning,
            SimpleQa,
            SimpleQaVerified,
            SuperGpqa,
            SweBench,
            Swefficiency,
            WildChat,
            HarborDatasetProvider,
            TerminalBenchDatasetProvider,
            HubRepositoryProvider;

    provides EvaluatorProvider with
            VerifierEvaluatorProvider,
            MathEvaluatorProvider,
            SwebenchPatchEvaluatorProvider,
            SweBenchEvaluatorProvider,
            SwefficiencyEvaluatorProvider;

    provides PluginCatalogue with BenchmarkAnalyses, CodeEvaluators, JudgeEvaluators, Scorers;
}
