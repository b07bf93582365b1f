package dev.ipw.agents.command;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The environment variables that pass the task and the model to programs. */
final class ProgramVariables {
    /** The maximum length; the system refuses to start a program with a longer one. */
    private static final int MAX_TASK_CHARACTERS = 30_000;

    private ProgramVariables() {}

    /**
     * Returns the variables without secrets.
     *
     * @param task     the task
     * @param taskFile a file with the task, as the program sees it
     * @param model    the model's name
     * @param server   the address of the proxy, as the program sees it
     */
    static Map<String, String> of(String task, String taskFile, Optional<String> model, String server) {
        Map<String, String> all = new LinkedHashMap<>();
        if (task.length() <= MAX_TASK_CHARACTERS) {
            all.put("IPW_TASK", task);
        }
        all.put("IPW_TASK_FILE", taskFile);
        String openAi = server + "/v1";
        for (String name : new String[]{"OPENAI_BASE_URL", "OPENAI_API_BASE", "LLM_BASE_URL"}) {
            all.put(name, openAi);
        }
        all.put("ANTHROPIC_BASE_URL", server);
        model.ifPresent(name -> {
            all.put("IPW_MODEL", name);
            all.put("LLM_MODEL", name);
        });
        return all;
    }

    /** Returns the variables with the key of the task. */
    static Map<String, String> withKey(Map<String, String> variables, String key) {
        Map<String, String> all = new LinkedHashMap<>(variables);
        for (String name : new String[]{"OPENAI_API_KEY", "LLM_API_KEY", "ANTHROPIC_API_KEY",
                "ANTHROPIC_AUTH_TOKEN"}) {
            all.put(name, key);
        }
        return all;
    }

    /**
     * Returns commands that read variables from a shell's standard input, which neither a list of processes nor a
     * file shows.
     */
    static String commands(String commands) {
        return "eval \"$(cat)\"\nexec </dev/null\n" + commands;
    }

    /** Returns the input that {@link #commands} reads. */
    static String input(Map<String, String> variables) {
        StringBuilder text = new StringBuilder();
        variables.forEach((name, value) -> text.append("export ").append(name).append('=').append(quoted(value))
                .append('\n'));
        return text.toString();
    }

    /** Quotes text for a shell. */
    static String quoted(String text) {
        return "'" + text.replace("\0", "").replace("'", "'\\''") + "'";
    }
}
