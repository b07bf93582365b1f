package dev.ipw.meter.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.attribution.ShareTrust;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.internal.json.Json;
import dev.ipw.meter.RequestFigures;
import dev.ipw.meter.RequestTokens;
import dev.ipw.meter.gateway.RawHttp.Response;
import dev.ipw.settings.ReplicaMap;
import dev.ipw.testing.Canary;
import dev.ipw.testing.ClosedPort;
import dev.ipw.testing.ModelServerScript;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Who is counted, who may read figures, and where they are. */
class GatewayFiguresTests {
    private static final String CHAT = "/v1/chat/completions";

    private static ModelServerScript server() throws IOException {
        return ModelServerScript.start((request, reply) -> {
            if (request.body().contains("\"stream\":true")) {
                reply.stream(List.of(ApiCase.CHAT.answer(true)));
            } else {
                reply.send(200, "application/json", ApiCase.CHAT.answer(false));
            }
        });
    }

    @Test
    void givesTheFiguresOfARequestToCallersOnThisMachine() throws Exception {
        try (ModelServerScript server = server(); GatewayFixture gateway = new GatewayFixture(server.address())) {
            Response answer = RawHttp.post(gateway.port(), CHAT, ApiCase.CHAT.body(true),
                    "Authorization: Bearer " + Canary.KEY);
            RequestFigures last = gateway.next();
            Response page = RawHttp.get(gateway.port(), "/ipw/requests/" + answer.headers().get("x-ipw-request-id"));

            JsonNode json = Json.parse(page.text());
            assertThat(page.status()).isEqualTo(200);
            assertThat(json.path("id").asText()).isEqualTo(last.id());
            assertThat(json.path("tokens").path("input").asInt()).isEqualTo(12);
            assertThat(json.path("tokens").path("cached").asInt()).isEqualTo(4);
            assertThat(json.path("tokens").path("output").asInt()).isEqualTo(3);
            assertThat(json.path("energy").path("final").asBoolean()).isTrue();
            assertThat(json.path("energy").path("joules").asDouble()).isEqualTo(last.energy().joules().orElseThrow());
            assertThat(json.path("tenant").asText()).matches("[0-9a-f]{12}");
            assertThat(Canary.isIn(page.text())).isFalse();
        }
    }

    @Test
    void givesNoJoulesToRefusedRequestsAndAllToEmbeddingsThatAreAlone() throws Exception {
        try (ModelServerScript server = ModelServerScript.start((request, reply) -> {
            boolean isRefused = request.path().endsWith("completions");
            reply.send(isRefused ? 404 : 200, "application/json",
                    isRefused
                            ? "{\"error\":{\"message\":\"no such model\"}}"
                            : "{\"data\":[],\"usage\":{\"prompt_tokens\":7}}");
        }); GatewayFixture gateway = new GatewayFixture(server.address())) {
            RawHttp.post(gateway.port(), CHAT, ApiCase.CHAT.body(false));
            RequestFigures refused = gateway.next();
            assertThat(refused.status()).hasValue(404);
            assertThat(refused.tokens()).isEqualTo(RequestTokens.UNKNOWN);
            assertThat(refused.energy().joules()).hasValue(0);
            assertThat(refused.energy().provenance()).isEqualTo(Provenance.ESTIMATED);

            RawHttp.post(gateway.port(), "/v1/embeddings", "{\"model\":\"m\",\"input\":\"some text\"}");
            RequestFigures embedded = gateway.next();
            assertThat(embedded.tokens().input()).hasValue(7);
            assertThat(embedded.energy().joules().orElseThrow()).isPositive();
            assertThat(embedded.trust()).isEqualTo(ShareTrust.MEASURED);
        }
    }

    @Test
    void keepsFiguresFromOthers() throws Exception {
        try (ModelServerScript server = server();
                GatewayFixture gateway = new GatewayFixture(server.address());
                GatewayFixture open = new GatewayFixture(server.address(), builder -> builder.allowFigures(true))) {
            for (GatewayFixture one : List.of(gateway, open)) {
                String id = RawHttp.post(one.port(), CHAT, ApiCase.CHAT.body(false)).headers().get("x-ipw-request-id");
                one.next();
                String page = "/ipw/requests/" + id;
                for (byte[] foreign : List.of(RawHttp.request("GET", page, "", "X-Forwarded-For: 203.0.113.7"),
                        RawHttp.request("GET", page, "", "Origin: http://evil.example"),
                        new String(RawHttp.request("GET", page, "")).replace("localhost", "evil.example").getBytes())) {
                    assertThat(RawHttp.send(one.port(), foreign).status()).isEqualTo(one == open ? 200 : 403);
                }
                assertThat(RawHttp.get(one.port(), page).status()).isEqualTo(200);
                assertThat(RawHttp.post(one.port(), page, "{}").status()).isEqualTo(405);
                assertThat(RawHttp.get(one.port(), "/ipw/requests/0").status()).isEqualTo(404);
                assertThat(RawHttp.get(one.port(), "/ipw/requests/").status()).isEqualTo(404);
                assertThat(RawHttp.get(one.port(), "/ipw/health", "X-Forwarded-For: 203.0.113.7").text())
                        .isEqualTo("{\"status\":\"ok\",\"metering\":true,\"running_requests\":0,"
                                + "\"unrecorded_requests\":0}\n");
            }
        }
    }

    @Test
    void countsByHashOfKeyUserOrHeader(@TempDir Path folder) throws Exception {
        KeyHash hash = KeyHash.ofFile(folder.resolve("state").resolve("salt"));
        String body = "{\"model\":\"m\",\"user\":\"ann \\u001b[31m\",\"messages\":[]}";
        String user = "{\"model\":\"m\",\"metadata\":{\"user_id\":\"bob\"},\"messages\":[]}";
        try (ModelServerScript server = server();
                GatewayFixture byKey = new GatewayFixture(server.address(),
                        builder -> builder.tenants(TenantRule.parse("key", hash)));
                GatewayFixture byUser = new GatewayFixture(server.address(),
                        builder -> builder.tenants(TenantRule.parse("user", hash)));
                GatewayFixture byHeader = new GatewayFixture(server.address(),
                        builder -> builder.tenants(TenantRule.parse("header:X-Tenant", hash)))) {
            String first = tenant(byKey, body, "Authorization: Bearer " + Canary.KEY);
            assertThat(first).matches("[0-9a-f]{12}");
            assertThat(tenant(byKey, body, "x-api-key: " + Canary.KEY)).isEqualTo(first);
            assertThat(tenant(byKey, body, "Authorization: Bearer another")).matches("[0-9a-f]{12}")
                    .isNotEqualTo(first);
            assertThat(tenant(byKey, body)).isEqualTo("anonymous");
            assertThat(KeyHash.ofFile(folder.resolve("state").resolve("salt")).name(Canary.KEY)).isEqualTo(first);
            assertThat(KeyHash.ofProcess().name(Canary.KEY)).isNotEqualTo(first);
            assertThat(tenant(byUser, body)).isEqualTo("ann ?[31m");
            assertThat(tenant(byUser, user)).isEqualTo("bob");
            assertThat(tenant(byHeader, body, "X-Tenant: " + "t".repeat(500))).isEqualTo("t".repeat(64));
            assertThat(tenant(byHeader, body)).isEqualTo("anonymous");
            assertThat(tenant(byHeader, body, "X-Tenant: other")).as("not all further ones").isEqualTo("'other'");
        }
        assertThat(PosixFilePermissions.toString(
                Files.getPosixFilePermissions(folder.resolve("state").resolve("salt")))).isEqualTo("rw-------");
    }

    private static String tenant(GatewayFixture gateway, String body, String... fields) throws Exception {
        RawHttp.post(gateway.port(), CHAT, body, fields);
        return gateway.next().origin().tenant();
    }

    @ParameterizedTest
    @MethodSource("dev.ipw.meter.gateway.GatewayPassingTests#cases")
    void putsTheJoulesBesideTheCountsAndNothingElse(ApiCase api, boolean isStream) throws Exception {
        String answer = api.answer(isStream);
        try (ModelServerScript server = ModelServerScript.start((request, reply) -> {
            if (isStream) {
                reply.raw("HTTP/1.1 200 OK\r\nContent-Type: " + api.contentType(true)
                        + "\r\nTransfer-Encoding: chunked\r\n\r\n");
                for (String line : answer.split("(?<=\n)")) {
                    reply.chunk(line);
                }
                reply.endStream();
            } else {
                reply.send(200, "application/json", answer);
            }
        }); GatewayFixture gateway = new GatewayFixture(server.address(), builder -> builder.inBand(true))) {
            String passed = RawHttp.post(gateway.port(), api.path(isStream), api.body(isStream)).text();

            assertThat(passed).containsOnlyOnce("\"energy\":");
            String energy = passed.replaceFirst("(?s).*?(\"energy\":\\{[^}]*\\},).*", "$1");
            assertThat(passed.replace(energy, "")).isEqualTo(answer);
            JsonNode json = Json.parse("{" + energy.substring(0, energy.length() - 1) + "}").path("energy");
            assertThat(json.path("final").asBoolean()).isFalse();
            assertThat(json.fieldNames()).toIterable().contains("joules", "low", "high", "provenance", "final");
            assertThat(json.path("joules").isNull()).isEqualTo(json.path("provenance").asText().equals("unavailable"));
            assertThat(gateway.next().tokens().input()).hasValue(12);
        }
    }

    @Test
    void refusesByRuleInTheFormOfTheApiAndGoesOnIfARuleFails() throws Exception {
        AdmissionRule budget = origin -> origin.model().equals("dear")
                ? Optional.of(new AdmissionRule.Rejection("the budget of " + origin.tenant() + " is used up",
                        Optional.of(Duration.ofMinutes(2))))
                : Optional.empty();
        AdmissionRule broken = origin -> {
            throw new IllegalStateException("a defect");
        };
        try (ModelServerScript server = server();
                GatewayFixture gateway = new GatewayFixture(server.address(),
                        builder -> builder.rule(broken).rule(budget))) {
            Response refused = RawHttp.post(gateway.port(), CHAT, "{\"model\":\"dear\"}");
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.headers()).containsEntry("retry-after", "120");
            assertThat(Json.parse(refused.text()).path("error").path("message").asText())
                    .isEqualTo("the budget of anonymous is used up");
            assertThat(server.requests()).isEmpty();
            assertThat(RawHttp.post(gateway.port(), CHAT, "{\"model\":\"m\"}").status()).isEqualTo(200);
        }
    }

    @Test
    void namesTheDevicesOfAReplica() throws Exception {
        ReplicaMap map = ReplicaMap.parse(List.of("header:X-Replica=10.0.0.1:8000=card-0,card-1",
                "header:X-Replica=b=card-2"));
        assertThat(map.devices()).containsExactly("card-0", "card-1", "card-2");
        try (ModelServerScript server = server();
                GatewayFixture gateway = new GatewayFixture(server.address(), builder -> builder.replicas(map))) {
            RawHttp.post(gateway.port(), CHAT, "{\"model\":\"m\"}", "X-Replica: 10.0.0.1:8000");
            assertThat(gateway.next().origin().devices()).isEqualTo(Set.of("card-0", "card-1"));
            RawHttp.post(gateway.port(), CHAT, "{\"model\":\"m\"}");
            RequestFigures anywhere = gateway.next();
            assertThat(anywhere.origin().devices()).containsExactlyInAnyOrder("card-0", "card-1", "card-2");
            assertThat(anywhere.energy().joules()).as("it is not known which replica served it").isEmpty();
        }
    }

    @Test
    void namesTheDevicesOfTheReplicaThatAResponseNames() throws Exception {
        ReplicaMap map = ReplicaMap.parse(List.of("response-header:X-Served-By=a=card-0",
                "response-header:X-Served-By=b=card-1"));
        try (ModelServerScript server = ModelServerScript.start((request, reply) -> reply.raw(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-Served-By: "
                        + (request.body().contains("known") ? "a" : "c") + "\r\nContent-Length: "
                        + ApiCase.CHAT.answer(false).length() + "\r\n\r\n" + ApiCase.CHAT.answer(false)));
                GatewayFixture gateway = new GatewayFixture(server.address(), builder -> builder.replicas(map))) {
            RawHttp.post(gateway.port(), CHAT, "{\"model\":\"known\"}", "X-Served-By: b");
            RequestFigures known = gateway.next();
            assertThat(known.origin().devices()).as("what a caller claims does not count").containsExactly("card-0");
            assertThat(known.energy().joules()).isPresent();
            RawHttp.post(gateway.port(), CHAT, "{\"model\":\"m\"}");
            RequestFigures anywhere = gateway.next();
            assertThat(anywhere.origin().devices()).containsExactlyInAnyOrder("card-0", "card-1");
            assertThat(anywhere.energy().joules()).isEmpty();
            assertThat(anywhere.energy().upper()).isPresent();
        }
    }

    @Test
    void countsTenantsBeyondANumberTogether() throws Exception {
        try (ModelServerScript server = server();
                GatewayFixture gateway = new GatewayFixture(server.address(), builder -> builder
                        .tenants(TenantRule.parse("header:X-Tenant", KeyHash.ofProcess()))
                        .maxTenants(2, Set.of("vip")))) {
            for (String tenant : List.of("a", "b", "c", "d", "a", "vip")) {
                String counted = tenant(gateway, "{\"model\":\"m\"}", "X-Tenant: " + tenant);
                assertThat(counted).isEqualTo(Set.of("c", "d").contains(tenant) ? "other" : tenant);
            }
        }
    }

    @Test
    void keepsNoPlaceForTenantsWhoseRequestsTheServerRefuses() throws Exception {
        try (ModelServerScript server = ModelServerScript.start((request, reply) -> {
            if (request.body().contains("bogus")) {
                reply.raw("HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n");
            } else {
                reply.raw("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
                        + ApiCase.CHAT.answer(false).length() + "\r\n\r\n" + ApiCase.CHAT.answer(false));
            }
        });
                GatewayFixture gateway = new GatewayFixture(server.address(), builder -> builder
                        .tenants(TenantRule.parse("header:X-Tenant", KeyHash.ofProcess())).maxTenants(2, Set.of()))) {
            for (int i = 0; i < 3; i++) {
                assertThat(tenant(gateway, "{\"model\":\"bogus\"}", "X-Tenant: bogus-" + i)).isEqualTo("other");
            }
            for (String real : List.of("a", "b")) {
                assertThat(tenant(gateway, "{\"model\":\"m\"}", "X-Tenant: " + real)).isEqualTo(real);
            }
            assertThat(tenant(gateway, "{\"model\":\"bogus\"}", "X-Tenant: a")).as("a known tenant").isEqualTo("a");
            assertThat(tenant(gateway, "{\"model\":\"m\"}", "X-Tenant: c")).isEqualTo("other");
        }
    }

    @Test
    void chargesNothingForARequestThatNeverReachedTheServer() throws Exception {
        try (ClosedPort closed = new ClosedPort(); GatewayFixture gateway = new GatewayFixture(closed.address())) {
            assertThat(RawHttp.post(gateway.port(), CHAT, "{\"model\":\"m\"}").status()).isEqualTo(502);
            RequestFigures figures = gateway.next();
            assertThat(figures.failure()).contains("the server could not be reached");
            assertThat(figures.energy().joules().orElse(0)).isZero();
        }
    }

    @Test
    void servesFurtherPages() throws Exception {
        try (ModelServerScript server = server();
                GatewayFixture gateway = new GatewayFixture(server.address(), builder -> builder.page("/metrics",
                        new MeterGateway.Page("text/plain; version=0.0.4", false, () -> "a_total 1\n")))) {
            Response page = RawHttp.get(gateway.port(), "/metrics");
            assertThat(page.text()).isEqualTo("a_total 1\n");
            assertThat(page.headers()).containsEntry("content-type", "text/plain; version=0.0.4");
            assertThat(RawHttp.get(gateway.port(), "/metrics", "Via: 1.1 proxy").status()).isEqualTo(403);
            assertThat(server.requests()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "name", "header:", "header:a b", "header:Authorization", "header:X-Api-Key",
            "header:cookie"})
    void refusesOtherTenantRules(String rule) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> TenantRule.parse(rule, KeyHash.ofProcess()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"X=a=b", "header:X", "header:X=a", "header:=a=b", "header:X==b", "header:X=a=",
            "response-header:X=a", "response-header:=a=b", "header:response-header:X"})
    void refusesOtherReplicas(String entry) {
        assertThatExceptionOfType(ConfigurationException.class).isThrownBy(() -> ReplicaMap.parse(List.of(entry)));
    }

    @ParameterizedTest
    @CsvSource({"health", "/", "/a/../b", "/a b", "/%2e", "/ipw/x", "/a?b"})
    void refusesOtherPaths(String path) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> MeterGateway.builder("http://127.0.0.1:1").pass(path));
    }

    @Test
    void refusesATakenPortAndAnotherSalt(@TempDir Path folder) throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatExceptionOfType(InputException.class)
                    .isThrownBy(() -> MeterGateway.builder("http://127.0.0.1:1")
                            .listen((InetSocketAddress) taken.getLocalSocketAddress()).start())
                    .withMessageContaining("cannot listen on").withMessageContaining("another port");
        }
        Files.writeString(folder.resolve("salt"), "short");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> KeyHash.ofFile(folder.resolve("salt"))).withMessageContaining("not a salt");
    }
}
