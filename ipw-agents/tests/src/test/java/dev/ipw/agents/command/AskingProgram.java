package dev.ipw.agents.command;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A program that does not know us: it asks the model as its environment says, and does what its arguments say. */
public final class AskingProgram {
    /** The argument by which it asks for what is none of its business. */
    static final String PROBING = "probe";

    private AskingProgram() {}

    /** Ask so many times, then print the environment or end as told. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Map<String, String> environment = System.getenv();
        HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        if (arguments[0].equals(PROBING)) {
            for (String path : new String[]{"/../../admin", "/models", "/files"}) {
                http.send(HttpRequest.newBuilder(URI.create(environment.get("OPENAI_BASE_URL") + path))
                        .header("Authorization", "Bearer " + environment.get("OPENAI_API_KEY")).DELETE().build(),
                        BodyHandlers.ofString());
            }
            System.out.println("probed");
            return;
        }
        for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
            String body = "{\"model\":\"" + environment.get("IPW_MODEL")
                    + "\",\"messages\":[{\"role\":\"user\",\"content\":\"" + i + "\"}]}";
            HttpRequest request = HttpRequest
                    .newBuilder(URI.create(environment.get("OPENAI_BASE_URL") + "/chat/completions"))
                    .header("Authorization", "Bearer " + environment.get("OPENAI_API_KEY"))
                    .POST(BodyPublishers.ofString(body)).build();
            http.send(request, BodyHandlers.ofString());
        }
        Path task = Path.of(environment.get("IPW_TASK_FILE"));
        Files.writeString(Path.of("answer.txt"), "from the file\n");
        System.out.println(environment.get("IPW_TASK") + "|" + Files.readString(task));
        if (arguments.length > 1) {
            System.err.println("something broke");
            System.exit(Integer.parseInt(arguments[1]));
        }
    }

    /** Write the command that runs it with this Java. */
    static String command(Object... arguments) {
        List<String> words = new ArrayList<>(
                List.of("'" + Path.of(System.getProperty("java.home"), "bin", "java") + "'",
                        "-XX:TieredStopAtLevel=1", "-cp", "'" + System.getProperty("java.class.path") + "'",
                        AskingProgram.class.getName()));
        for (Object argument : arguments) {
            words.add(String.valueOf(argument));
        }
        return String.join(" ", words);
    }
}
