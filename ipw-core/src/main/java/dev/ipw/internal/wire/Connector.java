package dev.ipw.internal.wire;

import dev.ipw.internal.io.FailureText;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.channels.SocketChannel;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The opening of one connection: looks up the name, tries its addresses in order, passes a proxy, performs the TLS
 * handshake.
 */
final class Connector {
    private static final int PROXY_WANTS_LOGIN = 407;

    private final Route route;
    private final Ways ways;
    private final AddressLookup lookup;
    private final long deadlineNanos;
    private long startNanos;
    private long lookedUpNanos;
    private long connectedNanos;
    private OptionalLong tlsNanos = OptionalLong.empty();

    /**
     * Prepares to open a connection.
     *
     * @param route         where to
     * @param ways          the look-up of the addresses of the server, or of its proxy, and the encryption
     * @param deadlineNanos the end of the attempt, by which the time is divided among addresses; another object stops
     *                      it
     */
    Connector(Route route, Ways ways, long deadlineNanos) {
        this.route = route;
        this.ways = ways;
        lookup = ways.direct().orElse(InetAddress::getAllByName);
        this.deadlineNanos = deadlineNanos;
    }

    /** Opens it by the first route that works. */
    Connection open(URI uri) throws IOException {
        IOException first = null;
        for (Proxy proxy : route.proxies()) {
            try {
                return open(proxy);
            } catch (IOException broken) {
                reportToSelector(uri, proxy, broken);
                first = earlier(first, broken);
            }
        }
        throw first == null ? new IOException("there is no way to it") : first;
    }

    /** Returns the times of the setup of the opened connection. */
    ConnectionSetup setup() {
        return new ConnectionSetup(lookedUpNanos - startNanos, connectedNanos - lookedUpNanos, tlsNanos);
    }

    private static void reportToSelector(URI uri, Proxy proxy, IOException broken) {
        ProxySelector selector = ProxySelector.getDefault();
        if (proxy.type() != Proxy.Type.DIRECT && selector != null) {
            selector.connectFailed(uri, proxy.address(), broken);
        }
    }

    private Connection open(Proxy proxy) throws IOException {
        startNanos = System.nanoTime();
        StampedSocket bare = proxy.type() == Proxy.Type.SOCKS ? throughSocks(proxy) : overTcp(proxy);
        try {
            Socket spoken = bare;
            if (proxy.type() == Proxy.Type.HTTP && route.tls()) {
                tunnel(proxy, bare);
            }
            connectedNanos = System.nanoTime();
            if (route.tls()) {
                spoken = TlsHandshake.around(bare, route, ways.tls());
                tlsNanos = OptionalLong.of(System.nanoTime() - connectedNanos);
            }
            return new Connection(route, proxy, bare, spoken);
        } catch (IOException | RuntimeException broken) {
            Connection.closeQuietly(bare);
            throw broken;
        }
    }

    private StampedSocket overTcp(Proxy proxy) throws IOException {
        if (proxy.type() == Proxy.Type.DIRECT) {
            return dial(lookup.addresses(route.host()), route.port());
        }
        InetSocketAddress address = (InetSocketAddress) proxy.address();
        try {
            return dial(lookup.addresses(address.getHostString()), address.getPort());
        } catch (IOException broken) {
            throw new IOException(
                    "the proxy " + ProxyAddress.text(proxy) + " does not answer: " + FailureText.of(broken), broken);
        }
    }

    /** Connects to the first of a name's addresses that answers. */
    StampedSocket dial(InetAddress[] addresses, int port) throws IOException {
        lookedUpNanos = System.nanoTime();
        IOException first = null;
        for (int i = 0; i < addresses.length && !Thread.currentThread().isInterrupted(); i++) {
            boolean last = i == addresses.length - 1;
            try {
                return dial(new InetSocketAddress(addresses[i], port), last ? 0 : share(addresses.length - i));
            } catch (IOException broken) {
                first = earlier(first, broken);
            }
        }
        throw first == null ? new IOException("there was no time to connect") : first;
    }

    /** Connects to one address; a patience of zero means no limit. */
    private StampedSocket dial(InetSocketAddress address, int patienceMillis) throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.socket().connect(address, patienceMillis);
            return over(channel, ways.loop());
        } catch (IOException | RuntimeException broken) {
            channel.close();
            throw broken;
        }
    }

    /** Passes a connected channel to a read loop. */
    static StampedSocket over(SocketChannel channel, ReadLoop loop) throws IOException {
        return new StampedSocket(loop.read(channel), new ChannelOutput(channel), () -> {
            channel.close();
            // The system's own close waits for the loop.
            loop.wakeUp();
        });
    }

    /** Returns this address's equal share of the remaining time. */
    private int share(int addressesLeft) {
        long millis = TimeUnit.NANOSECONDS.toMillis((deadlineNanos - System.nanoTime()) / addressesLeft);
        return Math.clamp(millis, 1, Integer.MAX_VALUE);
    }

    private StampedSocket throughSocks(Proxy proxy) throws IOException {
        lookedUpNanos = startNanos;
        Socket socket = new Socket(proxy);
        try {
            socket.setTcpNoDelay(true);
            // The proxy looks up the name, which may be unknown here.
            socket.connect(InetSocketAddress.createUnresolved(route.host(), route.port()));
            return new StampedSocket(new BlockingInput(socket.getInputStream()),
                    new BlockingOutput(socket.getOutputStream()), socket);
        } catch (IOException broken) {
            Connection.closeQuietly(socket);
            throw new IOException(
                    "the SOCKS proxy " + ProxyAddress.text(proxy) + " does not let us through: " + broken.getMessage(),
                    broken);
        }
    }

    private void tunnel(Proxy proxy, StampedSocket bare) throws IOException {
        Connection toProxy = new Connection(route, proxy, bare, bare);
        toProxy.write(RequestHead.tunnel(route, proxy));
        ResponseHead head = new HeadReader(toProxy).response();
        if (head.status() == PROXY_WANTS_LOGIN) {
            throw new BadResponseException(WireFault.UNREACHABLE, "the proxy " + ProxyAddress.text(proxy)
                    + " wants a login;"
                    + " put user and password into its address, or go around it: " + ProxyAddress.AROUND);
        }
        if (head.status() / 100 != 2 || toProxy.holdsBytes()) {
            throw new BadResponseException(WireFault.UNREACHABLE,
                    "the proxy " + ProxyAddress.text(proxy) + " makes no way to "
                            + route.authority() + ": it answers with status " + head.status());
        }
    }

    private static IOException earlier(@Nullable IOException first, IOException later) {
        if (first == null) {
            return later;
        }
        first.addSuppressed(later);
        return first;
    }

    /** The input of a socket that can only wait. */
    private static final class BlockingInput extends StampedInput {
        private final InputStream in;
        private long readNanos = System.nanoTime();

        BlockingInput(InputStream in) {
            this.in = in;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int count = in.read(buffer, offset, length);
            readNanos = System.nanoTime();
            return count;
        }

        @Override
        long readNanos() {
            return readNanos;
        }

        @Override
        boolean isQuiet() {
            return false;
        }
    }

    /** The output of a socket that waits until it has room. */
    static final class BlockingOutput extends StampedOutput {
        private final OutputStream out;
        private long handedNanos = System.nanoTime();

        BlockingOutput(OutputStream out) {
            this.out = out;
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            handedNanos = System.nanoTime();
            out.write(bytes, offset, length);
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }

        @Override
        long handedNanos() {
            return handedNanos;
        }
    }
}
