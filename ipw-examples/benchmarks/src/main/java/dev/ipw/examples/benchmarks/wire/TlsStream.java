package dev.ipw.examples.benchmarks.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.security.NoSuchAlgorithmException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;

/** The decryption of one stream of the selector; its stamp is taken before that. */
final class TlsStream {
    private final SSLEngine engine;
    private final SocketChannel channel;
    private final GoldenEvent.Finder finder;
    private final ByteBuffer coming;
    private final ByteBuffer clear;

    private TlsStream(SSLEngine engine, SocketChannel channel, GoldenEvent.Finder finder) {
        this.engine = engine;
        this.channel = channel;
        this.finder = finder;
        coming = ByteBuffer.allocate(2 * engine.getSession().getPacketBufferSize());
        clear = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize());
    }

    /** Makes the handshake over a blocking channel. */
    static TlsStream connect(SocketChannel channel, GoldenEvent.Finder finder)
            throws IOException, NoSuchAlgorithmException {
        SSLEngine engine = SSLContext.getDefault().createSSLEngine("127.0.0.1", channel.socket().getPort());
        engine.setUseClientMode(true);
        TlsStream stream = new TlsStream(engine, channel, finder);
        engine.beginHandshake();
        HandshakeStatus status = engine.getHandshakeStatus();
        while (status != HandshakeStatus.NOT_HANDSHAKING && status != HandshakeStatus.FINISHED) {
            switch (status) {
                case NEED_TASK -> engine.getDelegatedTask().run();
                case NEED_WRAP -> stream.write(new byte[0]);
                default -> stream.unwrapMore();
            }
            status = engine.getHandshakeStatus();
        }
        return stream;
    }

    void write(byte[] bytes) throws IOException {
        ByteBuffer going = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        engine.wrap(ByteBuffer.wrap(bytes), going);
        channel.write(going.flip());
    }

    private void unwrapMore() throws IOException {
        coming.flip();
        SSLEngineResult result = engine.unwrap(coming, clear);
        coming.compact();
        if (result.getStatus() == SSLEngineResult.Status.BUFFER_UNDERFLOW && channel.read(coming) < 0) {
            throw new IOException("The server left within the handshake");
        }
    }

    void feed(ByteBuffer read, long nanos) throws IOException {
        coming.put(read);
        coming.flip();
        SSLEngineResult result = engine.unwrap(coming, clear);
        while (result.getStatus() == SSLEngineResult.Status.OK && (result.bytesConsumed() > 0)) {
            clear.flip();
            finder.feed(clear.array(), 0, clear.limit(), nanos);
            clear.clear();
            result = engine.unwrap(coming, clear);
        }
        coming.compact();
    }
}
