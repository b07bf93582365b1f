package dev.ipw.cli.command;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into the jar. */
public final class Version implements IVersionProvider {
    public static String number() {
        return Optional.ofNullable(Version.class.getPackage().getImplementationVersion()).orElse("(not packaged)");
    }

    @Override
    public String[] getVersion() {
        return new String[]{"ipw " + number() + " (Java " + Runtime.version() + ")"};
    }
}
