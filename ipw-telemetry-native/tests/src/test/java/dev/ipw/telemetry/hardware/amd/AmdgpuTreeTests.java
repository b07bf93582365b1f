package dev.ipw.telemetry.hardware.amd;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class AmdgpuTreeTests {
    @TempDir
    private Path sysfs;
    private FabricatedAmd tree;

    @BeforeEach
    void layOut() throws IOException {
        tree = new FabricatedAmd(sysfs);
    }

    @Test
    void namesACardByItsUniqueIdElseByItsAddress() throws IOException {
        tree.card("0000:83:00.0").text("unique_id", "7b2c4d6e8f901234");
        tree.card("0000:c1:00.0").text("unique_id", "0000000000000000");
        tree.card("0001:03:00.0");

        assertThat(AmdgpuTree.cards(sysfs)).extracting(AmdgpuCard::device).containsExactly("GPU-7b2c4d6e8f901234",
                "0000:c1:00.0", "0001:03:00.0");
        assertThat(AmdgpuTree.cards(sysfs)).extracting(AmdgpuCard::pciAddress).containsExactly("0000:83:00.0",
                "0000:c1:00.0", "0001:03:00.0");
        assertThat(AmdgpuTree.cards(sysfs)).extracting(AmdgpuCard::index).containsExactly(0, 1, 2);
    }

    @Test
    void tellsCardsWithOneIdApartByTheirAddress() throws IOException {
        tree.card("0000:83:00.0").text("unique_id", "7b2c4d6e8f901234");
        tree.card("0000:84:00.0").text("unique_id", "7b2c4d6e8f901234");

        assertThat(AmdgpuTree.cards(sysfs)).extracting(AmdgpuCard::device).containsExactly("0000:83:00.0",
                "0000:84:00.0");
    }

    @Test
    void takesTheAddressFromTheEventFileWhereTheFolderIsNoLink() throws IOException {
        Path device = Files.createDirectories(sysfs.resolve("class/drm/card7/device"));
        Files.writeString(device.resolve("vendor"), "0x1002\n");
        Files.writeString(device.resolve("uevent"), "DRIVER=amdgpu\nPCI_SLOT_NAME=0000:0a:00.0\n");

        assertThat(AmdgpuTree.cards(sysfs)).extracting(AmdgpuCard::device).containsExactly("0000:0a:00.0");

        Files.writeString(device.resolve("uevent"), "DRIVER=amdgpu\n");

        assertThat(AmdgpuTree.cards(sysfs)).extracting(AmdgpuCard::device).containsExactly("amdgpu-card7");
    }

    @Test
    void countsNeitherConnectorsNorCardsOfOthers() throws IOException {
        tree.card("0000:83:00.0");
        tree.card("0000:84:00.0").text("vendor", "0x10de");

        assertThat(AmdgpuTree.cards(sysfs)).hasSize(1);
    }

    @Test
    void findsCardsThatNoDriverRuns() throws IOException {
        tree.card("0000:83:00.0");
        tree.device("0000:85:00.0", "0x1002");
        tree.device("0000:86:00.0", "0x10de");
        tree.device("0000:87:00.0", "0x1002").text("class", "0x060400");

        assertThat(AmdgpuTree.undriven(sysfs)).containsExactly("0000:85:00.0");
    }
}
