package dev.ipw.examples.spring;

import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** An agent of Spring AI as in any application: it has no code for joules. */
@RestController
public final class Clerk {
    private final ChatClient client;

    Clerk(ChatClient.Builder client) {
        this.client = client
                .defaultSystem("You answer questions about a warehouse. Look up what you are asked by the tools.")
                .defaultTools(new Warehouse()).build();
    }

    /** Answers a question. */
    @GetMapping("/ask")
    public @Nullable String ask(@RequestParam("question") String question) {
        return client.prompt().user(question).call().content();
    }
}
