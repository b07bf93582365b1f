package dev.ipw.examples.benchmarks.wire;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;

/**
 * A client that reads all streams on one thread with one selector: the minimum between the socket and the stamp in
 * Java.
 */
final class SelectorClient implements StreamClient {
    private static final int BUFFER_BYTES = 32 << 10;

    @Override
    public void read(URI uri, int streams, LagRecorder recorder) throws IOException, NoSuchAlgorithmException {
        byte[] request = ("GET " + uri.getPath() + " HTTP/1.1\r\nHost: " + uri.getAuthority() + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        try (Selector selector = Selector.open()) {
            for (int i = 0; i < streams; i++) {
                SocketChannel channel = SocketChannel.open(new InetSocketAddress(uri.getHost(), uri.getPort()));
                GoldenEvent.Finder finder = new GoldenEvent.Finder(recorder);
                if (uri.getScheme().equals("https")) {
                    TlsStream tls = TlsStream.connect(channel, finder);
                    tls.write(request);
                    channel.configureBlocking(false).register(selector, SelectionKey.OP_READ, tls);
                } else {
                    channel.write(ByteBuffer.wrap(request));
                    channel.configureBlocking(false).register(selector, SelectionKey.OP_READ, finder);
                }
            }
            readAll(selector, streams);
        }
    }

    private static void readAll(Selector selector, int streams) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
        byte[] bytes = new byte[BUFFER_BYTES];
        int open = streams;
        while (open > 0) {
            selector.select();
            for (SelectionKey key : selector.selectedKeys()) {
                SocketChannel channel = (SocketChannel) key.channel();
                buffer.clear();
                int count = channel.read(buffer);
                long now = System.nanoTime();
                if (count < 0) {
                    channel.close();
                    open--;
                    continue;
                }
                buffer.flip();
                if (key.attachment() instanceof TlsStream tls) {
                    tls.feed(buffer, now);
                } else {
                    buffer.get(bytes, 0, count);
                    ((GoldenEvent.Finder) key.attachment()).feed(bytes, 0, count, now);
                }
            }
            selector.selectedKeys().clear();
        }
    }
}
