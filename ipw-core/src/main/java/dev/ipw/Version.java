package dev.ipw;

import java.lang.module.ModuleDescriptor;
import java.util.Optional;

/** Know which version of this library runs. */
final class Version {
    private Version() {}

    /** Read the version from the module or from the jar's manifest. */
    static String current() {
        return Optional.ofNullable(Version.class.getModule().getDescriptor()).flatMap(ModuleDescriptor::rawVersion)
                .or(() -> Optional.ofNullable(Version.class.getPackage().getImplementationVersion()))
                .orElse("development");
    }
}
