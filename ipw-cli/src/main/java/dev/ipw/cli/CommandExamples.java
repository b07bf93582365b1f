package dev.ipw.cli;

import java.util.List;
import java.util.Map;

/** The example command lines in the help of each command; a subcommand has both names. */
final class CommandExamples {
    private static final Map<String, List<String>> BY_COMMAND = Map.ofEntries(
            Map.entry("ipw", List.of("ipw profile", "ipw doctor", "ipw profile --help")),
            Map.entry("profile", List.of("ipw profile --run-name demo",
                    "ipw profile --client-base-url http://localhost:8000/v1 --dataset mmlu-pro",
                    "ipw profile --sweep concurrency:1,2,4,8 --run-name sweep")),
            Map.entry("run", List.of("ipw run", "ipw run --agent react --tools calculator",
                    "ipw run --dataset gsm8k --max-queries 20 --max-turns 8")),
            Map.entry("bench", List.of("ipw bench --models small,medium --datasets arithmetic --run-name grid",
                    "ipw bench --grid grid.yaml --dry-run", "ipw bench --resume runs/grid")),
            Map.entry("bench show", List.of("ipw bench show runs/grid", "ipw bench show runs/grid 1",
                    "ipw bench show runs/grid 1 --limit 50")),
            Map.entry("analyze", List.of("ipw analyze runs/demo", "ipw analyze runs/demo --analysis regression",
                    "ipw analyze runs/demo --analysis latency --option slo=ttft=200ms,tpot=30ms")),
            Map.entry("compare", List.of("ipw compare runs/a runs/b",
                    "ipw compare runs/a runs/b --dimension ttft,tpot --details",
                    "ipw compare --interleave runs/ab --fail-if 'tpot.median > +5%'")),
            Map.entry("plan", List.of("ipw plan runs/demo", "ipw plan runs/demo --difference 2%",
                    "ipw plan runs/demo --dimension ttft")),
            Map.entry("plot",
                    List.of("ipw plot runs/demo", "ipw plot runs/a runs/b --visualization box --dimension ttft",
                            "ipw plot runs/demo --visualization histogram --log-x --output plots")),
            Map.entry("report", List.of("ipw report runs/demo", "ipw report runs/a runs/b --output both.html",
                    "ipw report runs/sweep")),
            Map.entry("show", List.of("ipw show runs/demo", "ipw show runs/demo 17",
                    "ipw show runs/demo --sort ttft --limit 20")),
            Map.entry("merge", List.of("ipw merge runs/night", "ipw merge runs/night --clock-difference 2ms",
                    "ipw merge runs/night --partial")),
            Map.entry("export", List.of("ipw export runs/demo --output demo.csv",
                    "ipw export runs/demo --format parquet --output demo.parquet",
                    "ipw export runs/demo --format traces --output traces.jsonl")),
            Map.entry("import", List.of("ipw import llmeter results/run-1", "ipw import vllm result.json --run-name a",
                    "ipw import aiperf artifacts --run-name b --overwrite")),
            Map.entry("score", List.of("ipw score runs/demo --evaluator exact",
                    "ipw score runs/demo --evaluator numeric",
                    "ipw score runs/demo --evaluator model-graded-qa --judge-client ollama --judge-model llama3.2:1b")),
            Map.entry("attribute", List.of("ipw attribute --samples power.csv --requests requests.csv",
                    "ipw attribute runs/demo", "ipw attribute runs/demo --rule tokens --output joules.csv")),
            Map.entry("list", List.of("ipw list", "ipw list datasets", "ipw list all --json")),
            Map.entry("datasets", List.of("ipw datasets", "ipw datasets show mmlu-pro", "ipw datasets check gsm8k")),
            Map.entry("doctor", List.of("ipw doctor", "ipw doctor --details", "ipw doctor --json")),
            Map.entry("monitor", List.of("ipw monitor", "ipw monitor --json --interval 0.5 --duration 60",
                    "ipw monitor --serve 127.0.0.1:9400")),
            Map.entry("meter", List.of("ipw meter --upstream http://127.0.0.1:8000",
                    "ipw meter --upstream http://127.0.0.1:8000 --listen 9000 --by header:X-Tenant",
                    "ipw meter --upstream http://127.0.0.1:11434 --requests requests.jsonl --in-band")),
            Map.entry("watch", List.of("ipw watch runs/demo", "ipw watch runs", "ipw watch --quiet runs/demo")),
            Map.entry("view", List.of("ipw view", "ipw view runs other/runs", "ipw view runs --output site")),
            Map.entry("serve", List.of("ipw serve", "ipw serve --port 8080 --model large",
                    "ipw serve --client ollama --model llama3.2:1b")),
            Map.entry("servers", List.of("ipw servers", "ipw servers start --vllm --model Qwen/Qwen3-0.6B",
                    "ipw servers stop 8000")),
            Map.entry("mcp", List.of("ipw mcp", "ipw mcp --runs results", "ipw mcp --allow-profile")),
            Map.entry("help", List.of("ipw help", "ipw help profile", "ipw help compare")));

    private CommandExamples() {}

    /** Returns the examples of a command; empty for an unknown one. */
    static List<String> of(String command) {
        return BY_COMMAND.getOrDefault(command, List.of());
    }
}
