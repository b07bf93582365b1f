/*
 * Stands in for cfgmgr32.dll and kernel32.dll: one energy meter at a path of two-byte characters, whose handle is 0x77.
 * fake_emi_answer gives the bytes for the question of a control code; a code without bytes fails with fake_emi_error. The
 * error lies in errno, as GetLastError exists on Windows only. Every argument that Windows would check is checked.
 */
#include <errno.h>
#include <stdint.h>
#include <string.h>

#define HANDLE_OF_METER 0x77
#define INVALID_HANDLE (-1LL)
#define BUFFER_SMALL 0x1A
#define INVALID_PARAMETER 87

static const uint8_t METER_CLASS[16] = {0x44, 0x83, 0xBD, 0x45, 0xD6, 0x7E, 0xCF, 0x49,
                                        0xA4, 0x40, 0xC2, 0x76, 0xC9, 0x33, 0xB0, 0x53};
static const uint16_t PATH[] = {'\\', '\\', '?', '\\', 'm', 0};
static uint8_t answers[4][4096];
static uint32_t lengths[4];
static int32_t open_error;
static int32_t grown;
static int32_t closed;

void fake_emi_answer(int32_t question, const void *bytes, int32_t length) {
    memcpy(answers[question], bytes, length);
    lengths[question] = length;
}

void fake_emi_open_error(int32_t error) { open_error = error; }

/* The list grows once between the two calls. */
void fake_emi_grow(void) { grown = 1; }

int32_t fake_emi_closed(void) { return closed; }

uint32_t CM_Get_Device_Interface_List_SizeW(uint32_t *length, const void *class, const void *device, uint32_t flags) {
    if (memcmp(class, METER_CLASS, 16) != 0 || device != NULL || flags != 0) {
        return INVALID_PARAMETER;
    }
    *length = sizeof PATH / 2 + 1;
    return 0;
}

uint32_t CM_Get_Device_Interface_ListW(const void *class, const void *device, uint16_t *list, uint32_t length,
                                       uint32_t flags) {
    if (memcmp(class, METER_CLASS, 16) != 0 || device != NULL || flags != 0 || length != sizeof PATH / 2 + 1) {
        return INVALID_PARAMETER;
    }
    if (grown) {
        grown = 0;
        return BUFFER_SMALL;
    }
    memcpy(list, PATH, sizeof PATH);
    list[length - 1] = 0;
    return 0;
}

int64_t CreateFileW(const uint16_t *path, uint32_t access, uint32_t share, const void *security, uint32_t disposition,
                    uint32_t flags, int64_t template) {
    if (open_error != 0 || memcmp(path, PATH, sizeof PATH) != 0 || access != 0x80000000u || share != 3
        || security != NULL || disposition != 3 || flags != 0 || template != 0) {
        errno = open_error != 0 ? open_error : INVALID_PARAMETER;
        return INVALID_HANDLE;
    }
    return HANDLE_OF_METER;
}

int32_t DeviceIoControl(int64_t handle, uint32_t code, const void *in, uint32_t in_size, void *out, uint32_t out_size,
                        uint32_t *returned, const void *overlapped) {
    uint32_t question = (code - 0x224000) / 4;
    if (handle != HANDLE_OF_METER || closed || in != NULL || in_size != 0 || overlapped != NULL || question > 3
        || lengths[question] == 0) {
        errno = INVALID_PARAMETER;
        return 0;
    }
    if (lengths[question] > out_size) {
        errno = 122;
        return 0;
    }
    memcpy(out, answers[question], lengths[question]);
    *returned = lengths[question];
    return 1;
}

int32_t CloseHandle(int64_t handle) {
    closed = handle == HANDLE_OF_METER;
    return closed;
}
