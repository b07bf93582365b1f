package dev.ipw.agents.proxy;

class MessagesThroughProxyTests extends ThroughProxyContract {
    MessagesThroughProxyTests() {
        super(Speech.MESSAGES);
    }
}
