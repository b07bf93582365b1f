package dev.ipw.examples.agents;

import dev.langchain4j.agentic.Agent;
import dev.langchain4j.service.SystemMessage;
import dev.langchain4j.service.UserMessage;
import dev.langchain4j.service.V;

/** An agent of LangChain4j as in any application: it has no code for joules. */
public interface Clerk {
    /** Answers a question about the stock. */
    @Agent(name = "clerk", description = "answers questions about the stock", outputKey = "answer")
    @SystemMessage("You answer questions about the stock of a warehouse. Look it up by the tool. Answer with the number alone.")
    @UserMessage("{{question}}")
    String answer(@V("question") String question);
}
