package dev.ipw.benchmarks.export;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.Setting;
import dev.ipw.plugin.Parameters;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;

/** A reader of the options of a format that checks the demands of the format's readers. */
record Options(String format, Parameters parameters) {
    /** Reads a text; empty if it is blank. */
    Optional<String> text(String key) {
        return parameters.text(key).map(String::strip).filter(value -> !value.isEmpty());
    }

    /** Reads a required text. */
    String required(String key, String example) {
        return text(key).orElseThrow(() -> new ConfigurationException("The format " + format + " needs a " + key
                + ", which the run does not know. Give for example " + Setting.EXPORT_OPTION + " " + key + "="
                + example));
    }

    /** Reads one of some words. */
    String oneOf(String key, List<String> words, String value) {
        if (!words.contains(value)) {
            throw new ConfigurationException("The " + key + " of the format " + format + " is one of "
                    + String.join(", ", words) + ", not '" + value + "'. Correct " + Setting.EXPORT_OPTION + " " + key);
        }
        return value;
    }

    /** Checks the length of a text. */
    String atMost(int characters, String key, String value) {
        int length = value.codePointCount(0, value.length());
        if (length > characters) {
            throw new ConfigurationException("The " + key + " of the format " + format + " has at most " + characters
                    + " characters, not " + length + ". Shorten " + Setting.EXPORT_OPTION + " " + key);
        }
        return value;
    }

    /** Reads a web address. */
    Optional<String> address(String key) {
        Optional<String> value = text(key);
        value.ifPresent(address -> {
            if (!isWebAddress(address)) {
                throw new ConfigurationException("The " + key + " of the format " + format
                        + " is a web address, not '" + address + "'. Give it whole, with https://");
            }
        });
        return value;
    }

    private static boolean isWebAddress(String text) {
        try {
            URI address = new URI(text);
            return address.getHost() != null
                    && ("https".equalsIgnoreCase(address.getScheme()) || "http".equalsIgnoreCase(address.getScheme()));
        } catch (URISyntaxException noAddress) {
            return false;
        }
    }

    /** Rejects options that were not read. */
    void rejectUnknown() {
        parameters.rejectUnknown();
    }
}
