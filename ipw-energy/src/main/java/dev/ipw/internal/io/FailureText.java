package dev.ipw.internal.io;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The reason of a failure in words. People do not read names of Java classes; programs have the exception. */
public final class FailureText {
    private static final int MAX_CAUSES = 20;
    /** The pattern of an exception's name; possessive, so that its time is linear in the text. */
    private static final String NAMED = "(?<![\\w.$])(?:[a-z_]\\w*+\\.)*+(?:[A-Z]\\w*+[.$](?=[A-Z]))*+"
            + "[A-Z]\\w*(?:Exception|Error)\\b";
    private static final Pattern HEADING = Pattern.compile(NAMED + "(?:: |\\s*$)");
    private static final Pattern EXCEPTION = Pattern.compile(NAMED);
    private static final Pattern PACKAGE = Pattern
            .compile("(?<![\\w.$])(?:class )?(?:java|javax|jdk|sun)\\.(?:[a-z]\\w*+\\.)++(?=[A-Z])");
    private static final Pattern END_OF_NAME = Pattern.compile("(Exception|Error)$");
    private static final Pattern WORD = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])");
    private static final Pattern NAME = Pattern.compile("\\w+");

    private FailureText() {}

    /**
     * Returns the reason.
     *
     * @param failure the failure
     * @return the reason in words, without a full stop and without names of exceptions
     */
    public static String of(Throwable failure) {
        Throwable current = failure;
        for (int depth = 0; depth < MAX_CAUSES; depth++) {
            Optional<String> words = words(current);
            if (words.isPresent()) {
                return words.get();
            }
            Throwable cause = current.getCause();
            if (cause == null) {
                break;
            }
            current = cause;
        }
        if (current.getClass() == IOException.class) {
            return "reading or writing failed";
        }
        String name = END_OF_NAME.matcher(current.getClass().getSimpleName()).replaceFirst("");
        return name.isEmpty() ? "no reason was given" : WORD.matcher(name).replaceAll(" ").toLowerCase(Locale.ROOT);
    }

    /** Returns an exception's own message; those of the Java runtime often only name a thing. */
    private static Optional<String> words(Throwable failure) {
        Optional<String> message = clean(failure.getMessage());
        return switch (failure) {
            case NoSuchFileException missing -> Optional.of("there is no " + missing.getFile());
            case AccessDeniedException denied -> Optional.of("access to " + denied.getFile() + " is denied");
            case FileAlreadyExistsException present -> Optional.of(present.getFile() + " exists already");
            case UnknownHostException unknown -> message.map(host -> isName(host.replaceAll("[.:-]", ""))
                    ? "the host " + host + " is not known"
                    : host);
            case ConnectException refused -> Optional.of(message.orElse("no connection can be made"));
            case ClosedChannelException closed -> Optional.of(message.orElse("it was closed"));
            case EOFException ended -> Optional.of(message.orElse("it ended too early"));
            case TimeoutException late -> Optional.of(message.orElse("it took too long"));
            case NullPointerException missing ->
                Optional.of(
                        "a value is missing" + message.filter(FailureText::isName).map(name -> ": " + name).orElse(""));
            case ClassCastException other -> Optional.of("a value is of another kind than expected");
            case NoClassDefFoundError missing -> message.map(FailureText::missingClass);
            case ClassNotFoundException missing -> message.map(FailureText::missingClass);
            case StackOverflowError deep -> Optional.of("it is nested too deeply");
            default -> message;
        };
    }

    private static Optional<String> clean(@Nullable String message) {
        return Optional.ofNullable(message).map(text -> HEADING.matcher(text).replaceAll(""))
                .map(text -> EXCEPTION.matcher(text).replaceAll("failure"))
                .map(text -> PACKAGE.matcher(text).replaceAll("").strip()).filter(text -> !text.isEmpty());
    }

    private static String missingClass(String message) {
        return message.contains(" ") ? message : "the class " + message.replace('/', '.') + " is missing";
    }

    private static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }
}
