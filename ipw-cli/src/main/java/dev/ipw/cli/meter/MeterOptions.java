package dev.ipw.cli.meter;

import dev.ipw.cli.monitor.ServeAddress;
import dev.ipw.error.ConfigurationException;
import dev.ipw.hosted.HostedTable;
import dev.ipw.inference.ServingHost;
import dev.ipw.inference.http.ConnectionSettings;
import dev.ipw.meter.HostedServer;
import dev.ipw.meter.gateway.GatewayLimits;
import dev.ipw.meter.gateway.KeyHash;
import dev.ipw.meter.gateway.MeterGateway;
import dev.ipw.meter.gateway.TenantRule;
import dev.ipw.settings.ReplicaMap;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code ipw meter}. */
final class MeterOptions {
    private static final String NO_SENSORS = "none";
    private static final String BY_KEY = "key";
    private static final int MAX_DRAIN_SECONDS = 3_600;
    private static final int MAX_TENANTS = 100_000;
    private static final int MAX_CONNECTIONS = 100_000;
    private static final int MAX_BODY_MB = 64;
    private static final int MEBI = 1 << 20;

    @Option(names = "--upstream", paramLabel = "URL", required = true,
            description = "The model server, for example http://127.0.0.1:8000.")
    private @Nullable String upstream;

    @Option(names = "--listen", paramLabel = "HOST:PORT", defaultValue = "127.0.0.1:9000",
            description = "Where callers reach the meter; a port alone is one of 127.0.0.1; port 0 takes a free one."
                    + " Default: ${DEFAULT-VALUE}.")
    private String listen = "127.0.0.1:9000";

    @Option(names = "--telemetry", paramLabel = "CHOICE",
            description = "auto, or ids of 'ipw list collectors' separated by commas; none passes requests on without"
                    + " figures. Default: auto; if no energy sensor can be read, auto,estimate.")
    Optional<String> telemetry = Optional.empty();

    @Option(names = "--by", paramLabel = "key|user|header:NAME", defaultValue = "key",
            description = "Who a request is counted for: the hash of its key, the user in its body, or a header."
                    + " Default: ${DEFAULT-VALUE}.")
    private String by = BY_KEY;

    @Option(names = "--max-tenants", paramLabel = "N", defaultValue = "1000",
            description = "How many of them are counted by name, beside those with a budget of their own; the requests of"
                    + " further ones are counted as other. Default: ${DEFAULT-VALUE}.")
    private int maxTenants = 1_000;

    @Option(names = "--requests", paramLabel = "FILE",
            description = "Append the figures of each request to a file, as lines of JSON; --json writes them to"
                    + " standard output.")
    Optional<Path> requests = Optional.empty();

    @Option(names = "--in-band",
            description = "Put the joules known so far beside the token counts of answers, as the field energy.")
    private boolean inBand;

    @Option(names = "--upstream-key-env", paramLabel = "NAME",
            description = "Send the key in this environment variable to the server, in place of the callers' keys.")
    private Optional<String> upstreamKeyVariable = Optional.empty();

    @Option(names = "--pass", paramLabel = "PATH", split = ",",
            description = "A further path that may be read, for example /health.")
    private List<String> passed = new ArrayList<>();

    @Option(names = "--no-usage-request",
            description = "Change no request: do not ask for the token counts of streams whose callers do not.")
    private boolean withoutUsageRequest;

    @Option(names = "--replica", paramLabel = "[response-]header:NAME=VALUE=DEVICE",
            description = "The devices of the replica that this header of a request, or of its response, names; may be"
                    + " given several times.")
    private List<String> replicas = new ArrayList<>();

    @Option(names = "--serving-host", paramLabel = "local|remote",
            description = "Where the server runs, if its address does not tell, as in containers.")
    private Optional<String> servingHost = Optional.empty();

    @Option(names = "--trust-store", paramLabel = "FILE",
            description = "Certificates to trust at an https server, in PEM or, with IPW_TRUST_STORE_PASSWORD, PKCS12.")
    private Optional<Path> trustStore = Optional.empty();

    @Option(names = "--allow-figures",
            description = "Let callers on other machines read the figures of requests too.")
    private boolean allowFigures;

    @Option(names = "--drain-seconds", paramLabel = "SECONDS", defaultValue = "20",
            description = "How long running requests may go on after an interrupt. Default: ${DEFAULT-VALUE}.")
    private int drainSeconds = 20;

    @Option(names = "--max-connections", paramLabel = "N", defaultValue = "4096",
            description = "The most connections of callers at once. Default: ${DEFAULT-VALUE}.")
    private int maxConnections = 4_096;

    @Option(names = "--max-body-mb", paramLabel = "MIB", defaultValue = "32",
            description = "The largest body of a request. Default: ${DEFAULT-VALUE}.")
    private int maxBodyMebibytes = 32;

    @Option(names = "--salt-file", paramLabel = "FILE",
            description = "The salt of hashed keys. Default: ipw/meter-salt in $XDG_STATE_HOME or ~/.local/state.")
    private Optional<Path> saltFile = Optional.empty();

    @Option(names = "--estimate-hosted",
            description = "The server is a hosted API, which nobody measures: estimate the joules of each request from its"
                    + " billed tokens. Reads no sensor, unless --telemetry names some.")
    private boolean estimateHosted;

    @Option(names = "--hosted-models", paramLabel = "FILE",
            description = "Sizes of hosted models for that estimate, as docs/hosted.md shows them, in place of the"
                    + " shipped table.")
    private Optional<Path> hostedModels = Optional.empty();

    /** Returns whether nothing is measured here. */
    boolean isWithoutSensors() {
        return telemetry.map(NO_SENSORS::equals).orElseGet(() -> estimateHosted || hostedModels.isPresent());
    }

    /** Returns the server whose requests are estimated; empty if they are only measured. */
    Optional<HostedServer> hosted(MeterGateway.Builder gateway) {
        return hostedModels.map(HostedTable::read)
                .or(() -> estimateHosted ? Optional.of(HostedTable.shipped()) : Optional.empty())
                .map(table -> new HostedServer(table, URI.create(gateway.upstream())));
    }

    Duration drain() {
        return Duration.ofSeconds(within("--drain-seconds", drainSeconds, 0, MAX_DRAIN_SECONDS));
    }

    /** Returns whether the server runs on this machine. */
    ServingHost servingHost(MeterGateway.Builder gateway) {
        return servingHost.map(text -> ServingHost.of(text).orElseThrow(
                () -> new ConfigurationException("--serving-host must be local or remote, not '" + text + "'")))
                .orElseGet(gateway::servingHost);
    }

    ReplicaMap replicas() {
        return ReplicaMap.parse(replicas);
    }

    /**
     * Builds the gateway, and checks everything that it can without sensors.
     *
     * @param budgeted the tenants with a budget of their own
     */
    MeterGateway.Builder gateway(Map<String, String> environment, Set<String> budgeted) {
        GatewayLimits usual = GatewayLimits.DEFAULT;
        MeterGateway.Builder gateway = MeterGateway.builder(String.valueOf(upstream))
                .listen(ServeAddress.of("--listen", listen)).inBand(inBand).countStreams(!withoutUsageRequest)
                .allowFigures(allowFigures).replicas(replicas())
                .maxTenants(within("--max-tenants", maxTenants, 0, MAX_TENANTS), budgeted)
                .tenants(TenantRule.parse(by, by.strip().equals(BY_KEY)
                        ? KeyHash.ofFile(saltFile.orElseGet(() -> state(environment)))
                        : KeyHash.ofProcess()))
                .limits(new GatewayLimits(within("--max-connections", maxConnections, 1, MAX_CONNECTIONS), usual.head(),
                        usual.body(), usual.idle(),
                        (long) within("--max-body-mb", maxBodyMebibytes, 1, MAX_BODY_MB) * MEBI, usual.maxHeldBytes(),
                        usual.upstreamFirstByte(), usual.upstreamIdle()));
        passed.forEach(gateway::pass);
        upstreamKeyVariable.ifPresent(name -> gateway.upstreamKey(Optional.ofNullable(environment.get(name))
                .orElseThrow(() -> new ConfigurationException("The environment variable " + name
                        + ", which --upstream-key-env names, is not set: set it to the key of the model server"))));
        trustStore.ifPresent(file -> gateway.tls(ConnectionSettings.trusting(file,
                Optional.ofNullable(environment.get("IPW_TRUST_STORE_PASSWORD")))));
        drain();
        return gateway;
    }

    private static Path state(Map<String, String> environment) {
        String folder = environment.getOrDefault("XDG_STATE_HOME", "");
        return (folder.isEmpty() ? Path.of(System.getProperty("user.home"), ".local", "state") : Path.of(folder))
                .resolve(Path.of("ipw", "meter-salt"));
    }

    private static int within(String option, int number, int least, int most) {
        if (number < least || number > most) {
            throw new ConfigurationException(option + " must be from " + least + " to " + most + ", not " + number);
        }
        return number;
    }
}
