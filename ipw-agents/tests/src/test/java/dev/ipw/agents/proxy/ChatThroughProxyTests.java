package dev.ipw.agents.proxy;

class ChatThroughProxyTests extends ThroughProxyContract {
    ChatThroughProxyTests() {
        super(Speech.CHAT);
    }
}
