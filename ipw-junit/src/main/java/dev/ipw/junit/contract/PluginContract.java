package dev.ipw.junit.contract;

import dev.ipw.plugin.PluginProvider;
import dev.ipw.plugin.Plugins;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The contract of every plugin: an id that a person can type, a description, and a registration by which it is found.
 */
abstract class PluginContract<P extends PluginProvider> {
    /**
     * Creates the provider.
     *
     * @return a new provider
     */
    protected abstract P provider();

    /** Returns the interface by which {@link ServiceLoader} finds it. */
    abstract Class<P> service();

    @Test
    void hasAnIdThatAPersonCanType() {
        P provider = provider();

        assertTrue(provider.id().matches("[a-z0-9][a-z0-9._-]*"),
                "id() is '" + provider.id() + "': use lower-case letters, digits and hyphens");
        assertEquals(provider.id(), provider.id(), "id() changed");
        provider.aliases().forEach(alias -> assertFalse(alias.isBlank(), "an alias is blank"));
    }

    @Test
    void describesItselfInALine() {
        String description = provider().description();

        assertFalse(description.isBlank(), "description() is blank; lists of plugins show it");
        assertFalse(description.contains("\n"), "description() has more than one line");
    }

    @Test
    void isFoundOnTheClassPath() {
        getClass().getModule().addUses(service());
        P provider = provider();
        String name = provider.getClass().getName();

        assertTrue(ServiceLoader.load(service()).stream().anyMatch(found -> found.type().getName().equals(name))
                || isInACatalogue(provider),
                name + " is not found: list it in META-INF/services/" + service().getName()
                        + ", or in module-info.java behind 'provides'");
    }

    private boolean isInACatalogue(P provider) {
        return Plugins.builder("plugin", service()).build().find(provider.id())
                .filter(found -> found.getClass().equals(provider.getClass())).isPresent();
    }
}
