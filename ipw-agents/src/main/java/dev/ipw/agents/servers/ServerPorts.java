package dev.ipw.agents.servers;

import dev.ipw.error.ConfigurationException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** The ports of this machine's own address. */
public final class ServerPorts {
    /** The only address that servers listen on. */
    static final String HOST = "127.0.0.1";
    private static final int LAST = 65_535;

    private ServerPorts() {}

    /** Checks that a number is a valid port. */
    static int required(int port) {
        if (port < 1 || port > LAST) {
            throw new ConfigurationException("A port is from 1 to " + LAST + ", not " + port);
        }
        return port;
    }

    /** Returns whether no process listens on a port. */
    static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(address(), port));
            return true;
        } catch (IOException taken) {
            return false;
        }
    }

    /**
     * Finds a port on which no process listens.
     *
     * @param wanted taken if it is free
     * @return a port; another process may take it meanwhile
     * @throws ConfigurationException if no port is free
     */
    public static int free(int wanted) {
        return isFree(wanted) ? wanted : any();
    }

    private static int any() {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(address(), 0));
            return socket.getLocalPort();
        } catch (IOException none) {
            throw new ConfigurationException("No port of " + HOST + " is free: " + none.getMessage(), none);
        }
    }

    /** Returns this machine's own address. */
    static InetAddress address() throws IOException {
        return InetAddress.getByName(HOST);
    }
}
