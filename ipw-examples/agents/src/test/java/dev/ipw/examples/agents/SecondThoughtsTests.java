package dev.ipw.examples.agents;

import dev.ipw.agents.Agent;
import dev.ipw.junit.contract.AgentContract;
import dev.ipw.query.QueryRunner;

class SecondThoughtsTests extends AgentContract {
    @Override
    protected QueryRunner agent() {
        return Agent.builder("second-thoughts").build();
    }

    @Override
    protected String reply(String said) {
        return said.contains("Check your answer") ? "42" : "41";
    }
}
