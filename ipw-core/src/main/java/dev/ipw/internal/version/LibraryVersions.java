package dev.ipw.internal.version;

import java.lang.module.ModuleDescriptor;
import java.util.Map;
import java.util.Optional;

/** The versions with which a run was made. */
public final class LibraryVersions {
    private LibraryVersions() {}

    /** Returns the versions of this library and of the Java runtime, in the form of a run's configuration. */
    public static Map<String, String> current() {
        return Map.of("ipw", library(), "java", Runtime.version().toString());
    }

    /** Reads the version from the module or from the jar's manifest. */
    private static String library() {
        return Optional.ofNullable(LibraryVersions.class.getModule().getDescriptor())
                .flatMap(ModuleDescriptor::rawVersion)
                .or(() -> Optional.ofNullable(LibraryVersions.class.getPackage().getImplementationVersion()))
                .orElse("development");
    }
}
