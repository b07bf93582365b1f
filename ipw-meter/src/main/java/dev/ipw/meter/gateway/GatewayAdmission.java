package dev.ipw.meter.gateway;

import dev.ipw.inference.http.HttpSettings.ApiKey;
import dev.ipw.inference.http.HttpSettings.ServerAddress;
import dev.ipw.inference.relay.Admission;
import dev.ipw.inference.relay.ClientRequest;
import dev.ipw.inference.relay.Decision;
import dev.ipw.inference.relay.Refusal;
import dev.ipw.inference.relay.RequestRules;
import dev.ipw.internal.json.Json;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The rules of a gateway: requests of model APIs pass, and its own pages are answered. */
final class GatewayAdmission implements Admission {
    private static final String JSON = "application/json";
    private static final String REQUESTS = "/ipw/requests/";
    private static final String OWN = "/ipw/";
    private static final int MAX_SHOWN = 200;
    private static final Set<String> READING = Set.of("GET", "HEAD");
    /** Header fields of proxies, whose callers seem to be on the proxy's machine. */
    private static final Set<String> FORWARDED = Set.of("forwarded", "x-forwarded-for", "x-real-ip", "via", "origin");

    private final ServerAddress upstream;
    private final Optional<ApiKey> upstreamKey;
    private final RequestRules rules;
    private final CallMetering metering;
    private final boolean isOpenToAll;
    private final Map<String, MeterGateway.Page> pages;

    /**
     * Creates the rules.
     *
     * @param isOpenToAll whether callers on other machines may read figures
     * @param pages       further pages of the gateway, by path
     */
    GatewayAdmission(ServerAddress upstream, Optional<ApiKey> upstreamKey, RequestRules rules, CallMetering metering,
            boolean isOpenToAll, Map<String, MeterGateway.Page> pages) {
        this.upstream = upstream;
        this.upstreamKey = upstreamKey;
        this.rules = rules;
        this.metering = metering;
        this.isOpenToAll = isOpenToAll;
        this.pages = pages;
    }

    @Override
    public Decision decide(ClientRequest head, InetAddress client) throws Refusal {
        String path = head.wholePath();
        MeterGateway.Page page = pages.get(path);
        if (path.startsWith(OWN) || page != null) {
            if (!READING.contains(head.method())) {
                throw Refusal.of(405, "invalid_request_error", "The gateway's own pages are only read, by GET");
            }
            return page == null ? figures(head, client, path) : answer(head, client, page);
        }
        if (!rules.allow(head)) {
            String asked = head.toString();
            throw Refusal.of(403, "permission_error", "'" + LabelText.of(asked, MAX_SHOWN)
                    + "' is not passed on to the model server. The meter passes requests of the APIs of OpenAI,"
                    + " Anthropic, Gemini and Ollama, and the further paths that its operator allowed");
        }
        return new Decision.Pass(new GatewayRequest(upstream, upstreamKey, metering));
    }

    private Decision answer(ClientRequest head, InetAddress client, MeterGateway.Page page) throws Refusal {
        if (!page.isPublic()) {
            requireReader(head, client);
        }
        return json(page.contentType(), page.text());
    }

    private Decision figures(ClientRequest head, InetAddress client, String path) throws Refusal {
        requireReader(head, client);
        String id = path.startsWith(REQUESTS) ? path.substring(REQUESTS.length()) : "";
        return metering.find(id).map(found -> json(JSON, () -> RequestJson.line(found) + "\n")).orElseThrow(
                () -> Refusal.of(404, "not_found_error", metering.lost().contains(id)
                        ? "The events of this request could not be recorded, so it has no figures"
                        : "No figures are known under this path. Those of a request are at /ipw/requests/ID, with the"
                                + " ID of its answer's header X-Ipw-Request-Id, for the latest requests"));
    }

    private static Decision json(String contentType, Supplier<String> text) {
        return new Decision.Answer(200, contentType, text.get().getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Refuses callers who are not on this machine. A web page that leads its name to this machine has that name in the
     * Host field; callers of a proxy on this machine are named by its fields.
     */
    private void requireReader(ClientRequest head, InetAddress client) throws Refusal {
        boolean isLocal = client.isLoopbackAddress() && FORWARDED.stream().noneMatch(head.headers()::containsKey)
                && isOwnName(head.headers().getOrDefault("host", "localhost"));
        if (!isOpenToAll && !isLocal) {
            throw Refusal.of(403, "permission_error", "Figures are read on the meter's own machine, at a loopback"
                    + " address, unless its operator opens them to all who reach it");
        }
    }

    private static boolean isOwnName(String host) {
        String name = host.toLowerCase(Locale.ROOT).replaceFirst(":\\d{1,5}$", "");
        return name.equals("localhost") || name.equals("[::1]") || name.matches("127(?:\\.\\d{1,3}){3}");
    }

    /** Returns the page that reports that the gateway runs. */
    static MeterGateway.Page health(boolean isMetered, Supplier<Integer> running, Supplier<Long> lost) {
        return new MeterGateway.Page(JSON, true, () -> Json.write(Json.object().put("status", "ok")
                .put("metering", isMetered).put("running_requests", running.get())
                .put("unrecorded_requests", lost.get())) + "\n");
    }
}
