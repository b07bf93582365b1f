package dev.ipw;

import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.ClientOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceClientProvider;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseSink;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A model of a judge, which says yes to everything and keeps the keys it was given. */
record JudgeModel(AtomicInteger closed, List<String> keys) implements InferenceClientProvider {
    @Override
    public String id() {
        return "judge-model";
    }

    @Override
    public String description() {
        return "says yes";
    }

    @Override
    public InferenceClient create(ClientOptions options) {
        keys.add(options.variables().getOrDefault("JUDGE_KEY", ""));
        FakeClient yes = new FakeClient(prompt -> "YES");
        return new InferenceClient() {
            @Override
            public ClientInfo describe() {
                return yes.describe();
            }

            @Override
            public InferenceResponse infer(InferenceRequest request, ResponseSink sink)
                    throws InferenceException, InterruptedException {
                return yes.infer(request, sink);
            }

            @Override
            public void close() {
                closed.incrementAndGet();
            }
        };
    }
}
