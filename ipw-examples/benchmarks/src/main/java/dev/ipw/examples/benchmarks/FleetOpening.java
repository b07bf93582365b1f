package dev.ipw.examples.benchmarks;

import dev.ipw.telemetry.TelemetrySession;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A program that prints the time and the processor time of opening a session on a fleet: exporters of eight GPUs each,
 * with the metrics of DCGM's default file, which a second process serves on ports of the loopback.
 */
public final class FleetOpening {
    private static final int GPUS = 8;
    private static final String SERVE = "serve";

    private FleetOpening() {}

    /** Prints the table. Arguments are the number of exporters, 100 by default, and of openings, 3 by default. */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length > 0 && arguments[0].equals(SERVE)) {
            serve(Integer.parseInt(arguments[1]));
            return;
        }
        int exporters = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 100;
        int openings = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 3;
        Process server = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"),
                FleetOpening.class.getName(), SERVE, String.valueOf(exporters))
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (BufferedReader ports = new BufferedReader(
                new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8))) {
            String addresses = List.of(ports.readLine().split(",")).stream()
                    .map(port -> "http://127.0.0.1:" + port + "/metrics").collect(Collectors.joining(" "));
            System.out.println("opening " + exporters + " exporters        ms   processor ms");
            for (int opening = 0; opening < openings; opening++) {
                open(addresses, exporters);
            }
        } finally {
            server.destroy();
        }
    }

    private static void open(String addresses, int exporters) {
        long before = System.nanoTime();
        long processor = processorNanos();
        try (TelemetrySession session = TelemetrySession.builder().collectors("prometheus:" + addresses).open()) {
            long nanos = System.nanoTime() - before;
            if (session.deviceSeries().stream().map(series -> series.device().name()).distinct()
                    .count() != (long) exporters * GPUS) {
                throw new IllegalStateException("Not all GPUs are read: " + session.problems());
            }
            System.out.printf(Locale.ROOT, "%30.0f %14.0f%n", nanos / 1e6, (processorNanos() - processor) / 1e6);
        }
    }

    private static long processorNanos() {
        return ProcessHandle.current().info().totalCpuDuration().map(Duration::toNanos).orElse(0L);
    }

    /** Serves the exporters until the process ends, which it does with the one that started it. */
    private static void serve(int exporters) throws IOException {
        List<ServerSocket> listeners = new ArrayList<>();
        for (int exporter = 0; exporter < exporters; exporter++) {
            ServerSocket listener = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
            int number = exporter;
            listeners.add(listener);
            Thread.ofVirtual().start(() -> accept(listener, number));
        }
        System.out.println(listeners.stream().map(listener -> String.valueOf(listener.getLocalPort()))
                .collect(Collectors.joining(",")));
        ProcessHandle.current().parent().ifPresent(parent -> parent.onExit().join());
    }

    private static void accept(ServerSocket listener, int exporter) {
        try (listener) {
            while (true) {
                Socket socket = listener.accept();
                Thread.ofVirtual().start(() -> answer(socket, exporter));
            }
        } catch (IOException gone) {
            throw new IllegalStateException(gone);
        }
    }

    private static void answer(Socket socket, int exporter) {
        try (socket;
                BufferedReader lines = new BufferedReader(
                        new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.isEmpty()) {
                    byte[] page = page(exporter).getBytes(StandardCharsets.US_ASCII);
                    socket.getOutputStream().write(("HTTP/1.1 200 OK\r\nContent-Type: text/plain; version=0.0.4\r\n"
                            + "Content-Length: " + page.length + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
                    socket.getOutputStream().write(page);
                }
            }
        } catch (IOException gone) {
            // The session has closed.
            return;
        }
    }

    private static String page(int exporter) {
        StringBuilder page = new StringBuilder();
        for (int gpu = 0; gpu < GPUS; gpu++) {
            String labels = "{gpu=\"" + gpu + "\",UUID=\"GPU-" + exporter + "-" + gpu
                    + "\",device=\"nvidia" + gpu + "\",modelName=\"NVIDIA H100 80GB HBM3\",Hostname=\"gpu-" + exporter
                    + "\"} ";
            double watts = 300 + (exporter * GPUS + gpu) % 14;
            long millijoules = Math.round(System.nanoTime() / 1e6 * watts);
            page.append("DCGM_FI_DEV_POWER_USAGE").append(labels).append(watts).append('\n')
                    .append("DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION").append(labels).append(millijoules).append('\n')
                    .append("DCGM_FI_DEV_GPU_TEMP").append(labels).append("55\n")
                    .append("DCGM_FI_DEV_GPU_UTIL").append(labels).append("90\n")
                    .append("DCGM_FI_DEV_FB_USED").append(labels).append("40000\n")
                    .append("DCGM_FI_DEV_FB_FREE").append(labels).append("41000\n")
                    .append("DCGM_FI_DEV_SM_CLOCK").append(labels).append("1980\n")
                    .append("DCGM_FI_DEV_MEM_CLOCK").append(labels).append("2619\n");
        }
        return page.toString();
    }
}
