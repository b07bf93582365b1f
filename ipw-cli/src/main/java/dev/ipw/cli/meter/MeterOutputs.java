package dev.ipw.cli.meter;

import dev.ipw.cli.command.CommandContext;
import dev.ipw.cli.monitor.MetricsServer;
import dev.ipw.cli.monitor.ServeAddress;
import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.meter.EnergyMeter;
import dev.ipw.meter.budget.BudgetWatch;
import dev.ipw.meter.budget.TenantBudget;
import dev.ipw.meter.gateway.AdmissionRule.Rejection;
import dev.ipw.meter.gateway.MeterGateway;
import dev.ipw.meter.log.MeterLog;
import dev.ipw.meter.log.MeterLogLimits;
import dev.ipw.meter.log.MeterTotals;
import dev.ipw.meter.metrics.MeterMetrics;
import dev.ipw.meter.metrics.MetricsOptions;
import dev.ipw.meter.metrics.MetricsOptions.GenAiServer;
import dev.ipw.meter.metrics.OtlpExporter;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code ipw meter} about where figures go, and about budgets. */
final class MeterOutputs {
    private static final String OTLP_HEADERS = "OTEL_EXPORTER_OTLP_HEADERS";
    private static final int MAX_LOG_MB = 1 << 20;
    private static final long MEBI = 1 << 20;

    @Option(names = "--metrics", paramLabel = "HOST:PORT",
            description = "Serve metrics for Prometheus at http://HOST:PORT/metrics; a port alone is one of 127.0.0.1.")
    private Optional<String> metrics = Optional.empty();

    @Option(names = "--allow-host", paramLabel = "NAME", split = ",",
            description = "With --metrics: another name of this machine by which it is scraped.")
    private List<String> allowedHosts = new ArrayList<>();

    @Option(names = "--gen-ai-metrics", paramLabel = "PROVIDER",
            description = "With --metrics or --otlp: also the metrics of the GenAI conventions, with this provider name,"
                    + " for example vllm.")
    private Optional<String> genAiProvider = Optional.empty();

    @Option(names = "--log", paramLabel = "DIR",
            description = "Keep a log that survives a crash: 'ipw attribute DIR' divides it again, 'ipw import meter DIR'"
                    + " makes a run of it.")
    private Optional<Path> log = Optional.empty();

    @Option(names = "--log-max-mb", paramLabel = "MIB", defaultValue = "1024",
            description = "With --log: the size beyond which the oldest files go; sums stay. Default: ${DEFAULT-VALUE}.")
    private int logMebibytes = 1024;

    @Option(names = "--otlp", paramLabel = "URL",
            description = "Send spans and metrics to an OpenTelemetry receiver, for example http://127.0.0.1:4318, with the"
                    + " header fields in OTEL_EXPORTER_OTLP_HEADERS.")
    private Optional<String> otlp = Optional.empty();

    @Option(names = "--budget", paramLabel = "TENANT=JOULES/PERIOD",
            description = "A tenant's budget, for example team-a=5MJ/day; * is each tenant. Warns at 80 and 100 %%; may be"
                    + " given several times.")
    private List<String> budgets = new ArrayList<>();

    @Option(names = "--enforce", description = "Answer 429 to tenants whose budget is used up.")
    private boolean enforce;

    /**
     * Checks what can be checked before anything is opened.
     *
     * @param isUnmeasured whether no sensor is read
     */
    void check(boolean isUnmeasured) {
        if (isUnmeasured && !budgets.isEmpty()) {
            throw new ConfigurationException("--budget counts measured joules, and nothing is measured here: name"
                    + " sensors behind --telemetry, or leave it out");
        }
        if (enforce && budgets.isEmpty()) {
            throw new ConfigurationException("--enforce needs a --budget, for example --budget team-a=5MJ/day");
        }
        if (genAiProvider.isPresent() && metrics.isEmpty() && otlp.isEmpty()) {
            throw new ConfigurationException("--gen-ai-metrics needs --metrics or --otlp");
        }
        if (logMebibytes < 1 || logMebibytes > MAX_LOG_MB) {
            throw new ConfigurationException("--log-max-mb must be from 1 to " + MAX_LOG_MB + ", not " + logMebibytes);
        }
        budgets.forEach(TenantBudget::parse);
    }

    /** Returns the tenants with a budget of their own. */
    Set<String> budgetedTenants() {
        return budgets.stream().map(TenantBudget::parse).map(TenantBudget::tenant)
                .filter(tenant -> !tenant.equals(TenantBudget.EACH_TENANT)).collect(Collectors.toSet());
    }

    /** Opens all that was asked for, once it is checked; closed after the meter, so that the last figures arrive. */
    Opened open(String upstream, Map<String, String> environment) {
        List<TenantBudget> limits = budgets.stream().map(TenantBudget::parse).toList();
        Opened opened = new Opened();
        try {
            log.ifPresent(folder -> opened.log = MeterLog.open(folder, new MeterLogLimits(
                    Math.min(MeterLogLimits.DEFAULT.segmentBytes(), logMebibytes * MEBI / 4), logMebibytes * MEBI)));
            Set<String> tenants = budgetedTenants();
            MetricsOptions known = new MetricsOptions(
                    Math.max(MetricsOptions.DEFAULT.maxLabelValues(), 2 * tenants.size()), Set.of(), tenants,
                    Optional.empty());
            MetricsOptions options = genAiProvider
                    .map(provider -> known.withGenAi(new GenAiServer(provider, host(upstream)))).orElse(known);
            MeterMetrics counted = new MeterMetrics(options, () -> opened.inFlight.getAsInt());
            opened.metrics = counted;
            if (opened.log != null) {
                counted.add(opened.log);
            }
            if (!limits.isEmpty()) {
                BudgetWatch watch = new BudgetWatch(limits, InstantSource.system());
                counted.add(watch);
                opened.budgets = watch;
            }
            metrics.ifPresent(typed -> opened.server = MetricsServer.start("--metrics",
                    ServeAddress.of("--metrics", typed), allowedHosts, counted::scrape));
            otlp.ifPresent(url -> opened.otlp = OtlpExporter.start(uri(url),
                    headers(environment.getOrDefault(OTLP_HEADERS, "")), counted));
            return opened;
        } catch (RuntimeException failed) {
            opened.close();
            throw failed;
        }
    }

    private static String host(String upstream) {
        return Optional.ofNullable(URI.create(upstream).getHost()).orElse(upstream);
    }

    private static URI uri(String url) {
        try {
            return URI.create(url);
        } catch (IllegalArgumentException malformed) {
            throw new ConfigurationException("--otlp takes an address such as http://127.0.0.1:4318, not '" + url + "'",
                    malformed);
        }
    }

    private static Map<String, String> headers(String listed) {
        Map<String, String> headers = new LinkedHashMap<>();
        for (String field : listed.split(",")) {
            int equals = field.indexOf('=');
            if (equals > 0) {
                headers.put(decoded(field.substring(0, equals)), decoded(field.substring(equals + 1)));
            }
        }
        return headers;
    }

    /** Decodes a part of the variable, in which characters may be percent-encoded. */
    private static String decoded(String part) {
        try {
            return URLDecoder.decode(part.strip().replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException plain) {
            return part.strip();
        }
    }

    /** The opened outputs. */
    final class Opened implements AutoCloseable {
        private volatile IntSupplier inFlight = () -> 0;
        private @Nullable MeterLog log;
        private @Nullable MeterMetrics metrics;
        private @Nullable BudgetWatch budgets;
        private @Nullable MetricsServer server;
        private @Nullable OtlpExporter otlp;

        private Opened() {}

        /** Connects the outputs with a meter and the gateway before it. */
        void connect(EnergyMeter meter, MeterGateway.Builder gateway) {
            inFlight = meter::openRequests;
            MeterLog kept = log;
            if (kept != null) {
                meter.addListener(kept);
                gateway.page("/ipw/totals", new MeterGateway.Page("application/json", false,
                        () -> totals(kept) + "\n"));
            }
            if (metrics != null) {
                meter.addListener(metrics);
            }
            BudgetWatch watch = budgets;
            if (watch != null) {
                meter.addListener(watch);
                if (enforce) {
                    gateway.rule(origin -> watch.refusal(origin.tenant())
                            .map(refusal -> new Rejection(refusal.reason(), Optional.of(refusal.retryAfter()))));
                }
            }
            if (otlp != null) {
                meter.addListener(otlp);
            }
        }

        /** Prints where figures go. */
        void announce(CommandContext ipw) {
            if (server != null) {
                ipw.note("Metrics: " + server.uri());
            }
            MeterLog kept = log;
            if (kept != null) {
                kept.damage().forEach(ipw::complain);
                MeterTotals totals = kept.totals();
                if (totals.requests() > 0) {
                    ipw.note("The log continues the sums of " + totals.requests() + " requests since "
                            + totals.since() + ".");
                }
            }
        }

        /** Closes everything; the figures of the meter have ended. */
        @Override
        public void close() {
            if (server != null) {
                server.close();
            }
            if (otlp != null) {
                otlp.close();
            }
            if (log != null) {
                log.close();
            }
        }
    }

    private static String totals(MeterLog log) {
        MeterTotals totals = log.totals();
        TreeBuilder devices = TreeBuilder.object();
        totals.devices().forEach((name, sum) -> devices.put(name, TreeBuilder.object().put("joules", sum.joules())
                .put("requests_joules", sum.requestsJoules()).put("idle_joules", sum.idleJoules())
                .put("other_joules", sum.otherJoules()).put("unmetered_joules", sum.unmeteredJoules())
                .put("unknown_seconds", sum.unknownSeconds())
                .put("unknown_reason", sum.unknownReason())));
        List<Map<String, @Nullable Object>> labels = totals.labels().stream()
                .map(label -> TreeBuilder.object().put("model", label.model())
                        .put("tenant", label.tenant()).put("joules", label.joules())
                        .put("prompt_joules", label.promptJoules()).put("answer_joules", label.answerJoules())
                        .put("requests", label.requests()).put("failed", label.failed())
                        .put("input_tokens", label.inputTokens()).put("cached_tokens", label.cachedTokens())
                        .put("output_tokens", label.outputTokens()).put("reasoning_tokens", label.reasoningTokens())
                        .build())
                .toList();
        return TreeBuilder.object().put("since", totals.since().toString()).put("devices", devices)
                .put("models_and_tenants", labels).put("requests", totals.requests())
                .put("interrupted", totals.interrupted()).put("unwritten_lines", log.unwrittenLines())
                .put("problem", log.problem()).json();
    }
}
