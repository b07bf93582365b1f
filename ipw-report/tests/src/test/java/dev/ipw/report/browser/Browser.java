package dev.ipw.report.browser;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Holds one Chromium without a window and without a network, for many pages. */
public final class Browser implements AutoCloseable {
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome", "chrome");
    private static final Pattern LISTENING = Pattern.compile("DevTools listening on (ws://\\S+)");

    private final Process process;
    private final DevTools tools;

    private Browser(Process process, DevTools tools) {
        this.process = process;
        this.tools = tools;
    }

    /** Find a Chromium on the PATH. */
    public static Optional<Path> onPath() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .flatMap(place -> NAMES.stream().map(name -> Path.of(place, name))).filter(Files::isExecutable)
                .findFirst();
    }

    /**
     * Start a browser.
     *
     * @param program Chromium
     * @param profile the folder of its profile, which is made
     */
    public static Browser start(Path program, Path profile) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(program.toString(), "--headless", "--no-sandbox", "--disable-gpu",
                "--disable-dev-shm-usage", "--hide-scrollbars", "--user-data-dir=" + profile,
                "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--proxy-server=127.0.0.1:9",
                "--remote-debugging-port=0", "about:blank").redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        try {
            return new Browser(process, DevTools.connect(address(process)));
        } catch (IOException | InterruptedException | RuntimeException failed) {
            process.destroyForcibly();
            throw failed;
        }
    }

    /** Read where the browser listens, and from then on pass over what it says, so that it never waits to say it. */
    private static URI address(Process process) throws IOException {
        BufferedReader said = process.errorReader();
        StringBuilder all = new StringBuilder();
        for (String line = said.readLine(); line != null; line = said.readLine()) {
            Matcher found = LISTENING.matcher(line);
            if (found.find()) {
                Thread.ofVirtual().start(() -> said.lines().forEach(ignored -> {}));
                return URI.create(found.group(1));
            }
            all.append(line).append('\n');
        }
        throw new IOException("The browser ended without listening. It said:\n" + all);
    }

    /** Open a window of its own for pages. */
    public BrowserWindow window() throws IOException, InterruptedException {
        String target = tools.ask("", "Target.createTarget", Map.of("url", "about:blank")).text("targetId");
        String session = tools.ask("", "Target.attachToTarget", Map.of("targetId", target, "flatten", true))
                .text("sessionId");
        return BrowserWindow.of(tools, session);
    }

    /** End the browser and its processes. */
    @Override
    public void close() {
        tools.close();
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        process.onExit().join();
    }
}
