package dev.ipw.report.browser;

import dev.ipw.internal.tree.TreeReader;
import java.io.IOException;
import java.net.URI;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/** Shows one page at a time in a size and in a light or dark setting, and runs scripts in it. */
public final class BrowserWindow {
    private final DevTools tools;
    private final String session;
    private final Queue<String> messages = new ConcurrentLinkedQueue<>();

    private BrowserWindow(DevTools tools, String session) {
        this.tools = tools;
        this.session = session;
    }

    static BrowserWindow of(DevTools tools, String session) throws IOException, InterruptedException {
        BrowserWindow window = new BrowserWindow(tools, session);
        tools.listen(event -> {
            if (window.isOwn(event) && List.of("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded")
                    .contains(event.text("method"))) {
                window.messages.add(event.child("params", read -> read).asMap().toString());
            }
        });
        for (String domain : List.of("Page", "Runtime", "Log")) {
            tools.ask(session, domain + ".enable", Map.of());
        }
        return window;
    }

    private boolean isOwn(TreeReader event) {
        return event.optionalText("sessionId").equals(Optional.of(session));
    }

    /** Choose how large the window is, in CSS pixels, and whether pages are asked to be dark. */
    public void appear(int width, int height, boolean dark) throws IOException, InterruptedException {
        tools.ask(session, "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        tools.ask(session, "Emulation.setEmulatedMedia", Map.of("features",
                List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    }

    /** Open a page, and return when its scripts have run and two frames were drawn. */
    public void open(URI page) throws IOException, InterruptedException {
        messages.clear();
        CompletableFuture<Void> loaded = new CompletableFuture<>();
        Consumer<TreeReader> listener = event -> {
            if (isOwn(event) && event.text("method").equals("Page.loadEventFired")) {
                loaded.complete(null);
            }
        };
        tools.listen(listener);
        try {
            TreeReader gone = tools.ask(session, "Page.navigate", Map.of("url", page.toString()));
            if (gone.has("errorText")) {
                throw new IOException(page + ": " + gone.text("errorText"));
            }
            DevTools.answer(loaded, page.toString());
        } finally {
            tools.forget(listener);
        }
        drawn();
    }

    /** Wait until what a script changed was drawn. */
    public void drawn() throws IOException, InterruptedException {
        run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(1)))))");
    }

    /**
     * Run a script in the page.
     *
     * @param script an expression; a promise is waited for
     * @return its value, in an object under the key {@code value}
     */
    public TreeReader run(String script) throws IOException, InterruptedException {
        TreeReader result = tools.ask(session, "Runtime.evaluate",
                Map.of("expression", script, "awaitPromise", true, "returnByValue", true));
        if (result.has("exceptionDetails")) {
            throw new IOException("The script failed: " + result.child("exceptionDetails", read -> read).asMap());
        }
        return result.child("result", read -> read);
    }

    /** Return what the page wrote to the console since it was opened, errors among it. */
    public List<String> messages() {
        return List.copyOf(messages);
    }

    /** Take a picture of what the window shows. */
    public byte[] picture() throws IOException, InterruptedException {
        return bytes(tools.ask(session, "Page.captureScreenshot", Map.of("format", "png")));
    }

    /** Print the page on sheets of paper of the browser's usual size, as PDF. */
    public byte[] paper() throws IOException, InterruptedException {
        return bytes(tools.ask(session, "Page.printToPDF", Map.of("printBackground", true)));
    }

    private static byte[] bytes(TreeReader result) {
        return Base64.getDecoder().decode(result.text("data"));
    }
}
