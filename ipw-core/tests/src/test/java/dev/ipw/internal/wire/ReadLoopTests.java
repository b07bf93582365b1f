package dev.ipw.internal.wire;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.nio.ByteBuffer;
import java.nio.channels.IllegalSelectorException;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

@Tag("real-time")
class ReadLoopTests {
    @Test
    void leavesNobodyWaitingWhenItFailsAndStartsAnewForTheNext() throws Exception {
        ReadLoop loop = new ReadLoop();
        try (ServerSocket server = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
                SocketChannel first = connect(server);
                Socket ofFirst = server.accept();
                SocketChannel strange = new StrangeChannel()) {
            Inbox served = loop.read(first);
            ofFirst.getOutputStream().write('a');
            assertThat(served.read(new byte[8], 0, 8)).isOne();
            CompletableFuture<IOException> waiting = failureOf(served);

            Inbox breaking = loop.read(strange);

            assertThat(failureOf(breaking).get()).hasMessageContaining("thread that reads has failed")
                    .hasCauseInstanceOf(IllegalSelectorException.class);
            assertThat(waiting.get()).hasMessageContaining("thread that reads has failed");
            try (SocketChannel next = connect(server); Socket ofNext = server.accept()) {
                Inbox anew = loop.read(next);
                ofNext.getOutputStream().write('b');
                assertThat(anew.read(new byte[8], 0, 8)).isOne();
            }
        }
    }

    private static SocketChannel connect(ServerSocket server) throws IOException {
        return SocketChannel.open(new InetSocketAddress(server.getInetAddress(), server.getLocalPort()));
    }

    private static CompletableFuture<IOException> failureOf(Inbox inbox) {
        return CompletableFuture.supplyAsync(
                () -> catchThrowableOfType(IOException.class, () -> inbox.read(new byte[8], 0, 8)),
                command -> Thread.ofVirtual().start(command));
    }

    /** A channel that no selector of this JDK takes. */
    private static final class StrangeChannel extends SocketChannel {
        StrangeChannel() {
            super(SelectorProvider.provider());
        }

        @Override
        public SocketChannel bind(SocketAddress local) {
            throw new UnsupportedOperationException();
        }

        @Override
        public <T> SocketChannel setOption(SocketOption<T> name, T value) {
            throw new UnsupportedOperationException();
        }

        @Override
        public <T> T getOption(SocketOption<T> name) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Set<SocketOption<?>> supportedOptions() {
            return Set.of();
        }

        @Override
        public SocketChannel shutdownInput() {
            return this;
        }

        @Override
        public SocketChannel shutdownOutput() {
            return this;
        }

        @Override
        public Socket socket() {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean isConnected() {
            return true;
        }

        @Override
        public boolean isConnectionPending() {
            return false;
        }

        @Override
        public boolean connect(SocketAddress remote) {
            return true;
        }

        @Override
        public boolean finishConnect() {
            return true;
        }

        @Override
        public SocketAddress getRemoteAddress() {
            throw new UnsupportedOperationException();
        }

        @Override
        public SocketAddress getLocalAddress() {
            throw new UnsupportedOperationException();
        }

        @Override
        public int read(ByteBuffer buffer) {
            return -1;
        }

        @Override
        public long read(ByteBuffer[] buffers, int offset, int length) {
            return -1;
        }

        @Override
        public int write(ByteBuffer buffer) {
            return 0;
        }

        @Override
        public long write(ByteBuffer[] buffers, int offset, int length) {
            return 0;
        }

        @Override
        protected void implCloseSelectableChannel() {}

        @Override
        protected void implConfigureBlocking(boolean block) {}
    }
}
