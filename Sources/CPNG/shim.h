#pragma once
// libpng by its simplified interface, which returns from every fault by itself. Its formats are macros that Swift can't see.
#include <png.h>
#include <string.h>

// Reads the header of a picture in memory, which has to live until `sidekey_png_read` or `sidekey_png_leave`. Returns 0 for what is no PNG.
static inline int sidekey_png_begin(png_image *image, const void *bytes, size_t count) {
    memset(image, 0, sizeof *image);
    image->version = PNG_IMAGE_VERSION;
    return png_image_begin_read_from_memory(image, bytes, count);
}

// Decodes it into `pixels`, which has room for four bytes each: red, green, blue, alpha. Returns 0 if it is damaged.
static inline int sidekey_png_read(png_image *image, void *pixels) {
    image->format = PNG_FORMAT_RGBA;
    const int isWhole = png_image_finish_read(image, NULL, pixels, 0, NULL) && image->warning_or_error < 2;
    png_image_free(image);
    return isWhole;
}

static inline void sidekey_png_leave(png_image *image) { png_image_free(image); }
