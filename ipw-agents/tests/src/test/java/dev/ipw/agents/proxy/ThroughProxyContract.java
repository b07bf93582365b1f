package dev.ipw.agents.proxy;

import dev.ipw.agents.Awaited;
import dev.ipw.inference.InferenceClient;
import dev.ipw.junit.contract.InferenceClientContract;
import dev.ipw.testing.ModelServerScript;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;

import static org.assertj.core.api.Assertions.assertThat;

/** Holds a client of ours that asks through the proxy to what every client is held to; all that was answered is recorded. */
abstract class ThroughProxyContract extends InferenceClientContract {
    private final Speech speech;
    private final List<ModelServerScript> servers = new ArrayList<>();
    private final List<Socket> refusing = new ArrayList<>();
    private final List<RecordedCalls> proxies = new ArrayList<>();

    ThroughProxyContract(Speech speech) {
        this.speech = speech;
    }

    @Override
    protected InferenceClient client() throws IOException {
        ModelServerScript server = ModelServerScript.start((request, reply) -> {
            if (request.path().contains("/models")) {
                reply.send(200, "application/json",
                        "{\"data\":[{\"id\":\"m\",\"object\":\"model\"}],\"has_more\":false}");
            } else {
                reply.stream(List.of(speech.opening(), speech.piece("Fo"), speech.piece("ur."), speech.ending()));
            }
        });
        servers.add(server);
        return through(server.address());
    }

    @Override
    protected Optional<InferenceClient> refusedClient() throws IOException {
        Socket gone = Awaited.refusingPort();
        refusing.add(gone);
        return Optional.of(through("http://127.0.0.1:" + gone.getLocalPort()));
    }

    private InferenceClient through(String upstream) {
        RecordedCalls proxy = new RecordedCalls(upstream, Optional.of("sk-some-key-of-a-server"));
        proxies.add(proxy);
        return speech.client(proxy.address(), proxy.key());
    }

    @AfterEach
    void recordsWhatWasAnswered() throws IOException {
        for (RecordedCalls proxy : proxies) {
            assertThat(proxy.ended()).filteredOn(call -> call.failure().isEmpty())
                    .allSatisfy(call -> assertThat(call.response().text()).isEqualTo("Four."));
            proxy.close();
        }
        for (ModelServerScript server : servers) {
            server.close();
        }
        for (Socket gone : refusing) {
            gone.close();
        }
    }
}
