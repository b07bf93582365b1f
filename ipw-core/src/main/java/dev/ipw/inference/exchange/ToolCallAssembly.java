package dev.ipw.inference.exchange;

import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.ToolCall;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * The tool calls of one answer, assembled from the server's pieces. Pieces with the same key belong to one call: its id
 * and name are the first ones, its arguments are appended. Some servers give every call of a stream the same key,
 * others a new id to every piece: another name starts another call, and so does another id, or a repeated name, after
 * complete arguments.
 */
final class ToolCallAssembly {
    /** The maximum number of calls of one answer. */
    static final int MAX_CALLS = 256;

    private static final int MADE_ID_DIGITS = 5;
    private static final int MADE_IDS = 36 * 36 * 36 * 36 * 36;

    private final List<Call> calls = new ArrayList<>();
    private final Map<String, Call> byKey = new HashMap<>();

    /**
     * Takes a piece.
     *
     * @param key       the identity of the call in its answer
     * @param id        the call's id; empty if the piece has none
     * @param name      the tool's name; empty if the piece has none
     * @param arguments a piece of the arguments; may be empty
     * @throws InferenceException if there are too many calls
     */
    void piece(String key, String id, String name, String arguments) throws InferenceException {
        Call call = byKey.get(key);
        if (call == null || call.isOver(id, name)) {
            call = begin();
            byKey.put(key, call);
        }
        call.take(id, name, arguments);
    }

    /**
     * Completes the arguments of a call that arrived in pieces: the server's final arguments replace them.
     *
     * @param key       the call's key
     * @param arguments all of its arguments
     * @return whether they differ from the pieces
     */
    boolean settle(String key, String arguments) {
        Call call = byKey.get(key);
        return call != null && call.settle(arguments);
    }

    /** Takes a complete call. */
    void whole(String id, String name, String arguments) throws InferenceException {
        begin().take(id, name, arguments);
    }

    private Call begin() throws InferenceException {
        if (calls.size() == MAX_CALLS) {
            throw new InferenceException(FailureKind.TOO_LARGE, "The answer asks for tools more than " + MAX_CALLS
                    + " times, the most that are kept; set max_tokens so that the model ends sooner");
        }
        Call call = new Call();
        calls.add(call);
        return call;
    }

    /** Returns the calls in the order in which they began; one without an id gets an id of nine letters and digits. */
    List<ToolCall> calls() {
        List<ToolCall> complete = new ArrayList<>();
        for (Call call : calls) {
            String arguments = call.arguments.isEmpty() ? "{}" : call.arguments.toString();
            complete.add(
                    new ToolCall(call.id.isEmpty() ? madeId(complete.size(), call.name, arguments) : call.id, call.name,
                            arguments));
        }
        return List.copyOf(complete);
    }

    /**
     * Generates an id. The same answer always gets the same ids. Some models' templates accept ids of nine letters and
     * digits only.
     */
    private static String madeId(int position, String name, String arguments) {
        int number = Math.floorMod(Objects.hash(name, arguments) * 31, MADE_IDS);
        String digits = Integer.toString((number + position) % MADE_IDS, 36);
        return "call" + "0".repeat(MADE_ID_DIGITS - digits.length()) + digits.toLowerCase(Locale.ROOT);
    }

    private static final class Call {
        private final StringBuilder arguments = new StringBuilder();
        private String id = "";
        private String name = "";
        private int depth;
        private boolean inText;
        private boolean escaped;

        /** Returns whether a piece with this id and name belongs to the next call. */
        boolean isOver(String pieceId, String pieceName) {
            if (!pieceId.isEmpty() && pieceId.equals(id)) {
                return false;
            }
            boolean otherName = !pieceName.isEmpty() && !name.isEmpty() && !pieceName.equals(name);
            boolean otherId = !pieceId.isEmpty() && !id.isEmpty();
            boolean nameAgain = !pieceName.isEmpty() && !name.isEmpty();
            return otherName || ((otherId || nameAgain) && isWhole());
        }

        private boolean isWhole() {
            return !arguments.isEmpty() && depth == 0 && !inText;
        }

        void take(String pieceId, String pieceName, String piece) {
            id = id.isEmpty() ? pieceId : id;
            name = name.isEmpty() ? pieceName : name;
            arguments.append(piece);
            for (int i = 0; i < piece.length(); i++) {
                follow(piece.charAt(i));
            }
        }

        boolean settle(String whole) {
            if (arguments.toString().equals(whole)) {
                return false;
            }
            arguments.setLength(0);
            depth = 0;
            inText = false;
            escaped = false;
            take("", "", whole);
            return true;
        }

        private void follow(char next) {
            if (inText) {
                inText = escaped || next != '"';
                escaped = !escaped && next == '\\';
                return;
            }
            switch (next) {
                case '"' -> inText = true;
                case '{', '[' -> depth++;
                case '}', ']' -> depth--;
                default -> {
                    // Nothing else opens or closes.
                }
            }
        }
    }
}
