package dev.ipw.agents.proxy;

class ResponsesThroughProxyTests extends ThroughProxyContract {
    ResponsesThroughProxyTests() {
        super(Speech.RESPONSES);
    }
}
