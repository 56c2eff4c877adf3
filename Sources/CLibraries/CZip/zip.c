#include "Zip.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

// The newest first. Only the name of the library has changed, by Debian, which used to have one of its own.
static const char *const libraries[] = {"libzip.so.5", "libzip.so.4"};

#define FUNCTIONS \
    FUNCTION(zip_source_buffer_create) \
    FUNCTION(zip_source_free) \
    FUNCTION(zip_open_from_source) \
    FUNCTION(zip_discard) \
    FUNCTION(zip_name_locate) \
    FUNCTION(zip_fopen) \
    FUNCTION(zip_fread) \
    FUNCTION(zip_fclose) \
    FUNCTION(zip_file_add) \
    FUNCTION(zip_file_set_mtime) \
    FUNCTION(zip_close) \
    FUNCTION(zip_source_keep) \
    FUNCTION(zip_source_open) \
    FUNCTION(zip_source_read) \
    FUNCTION(zip_source_close)

// Typed as zip.h declares them.
#define FUNCTION(name) static __typeof__(&name) found_##name;
FUNCTIONS
#undef FUNCTION

static bool is_there;

static void look(void)
{
    void *library = NULL;
    for (size_t each = 0; !library && each < sizeof libraries / sizeof libraries[0]; each++)
        library = dlopen(libraries[each], RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    is_there = true;
#define FUNCTION(name) is_there = (found_##name = (__typeof__(&name))dlsym(library, #name)) && is_there;
    FUNCTIONS
#undef FUNCTION
}

bool usher_zip_is_there(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, look);
    return is_there;
}

zip_source_t *usher_zip_source_buffer_create(const void *data, zip_uint64_t length, int free_it, zip_error_t *error)
{
    return found_zip_source_buffer_create(data, length, free_it, error);
}

void usher_zip_source_free(zip_source_t *source) { found_zip_source_free(source); }

zip_t *usher_zip_open_from_source(zip_source_t *source, int flags, zip_error_t *error)
{
    return found_zip_open_from_source(source, flags, error);
}

void usher_zip_discard(zip_t *archive) { found_zip_discard(archive); }

zip_int64_t usher_zip_name_locate(zip_t *archive, const char *name, zip_flags_t flags)
{
    return found_zip_name_locate(archive, name, flags);
}

zip_file_t *usher_zip_fopen(zip_t *archive, const char *name, zip_flags_t flags)
{
    return found_zip_fopen(archive, name, flags);
}

zip_int64_t usher_zip_fread(zip_file_t *file, void *buffer, zip_uint64_t length)
{
    return found_zip_fread(file, buffer, length);
}

int usher_zip_fclose(zip_file_t *file) { return found_zip_fclose(file); }

zip_int64_t usher_zip_file_add(zip_t *archive, const char *name, zip_source_t *source, zip_flags_t flags)
{
    return found_zip_file_add(archive, name, source, flags);
}

int usher_zip_file_set_mtime(zip_t *archive, zip_uint64_t index, time_t time, zip_flags_t flags)
{
    return found_zip_file_set_mtime(archive, index, time, flags);
}

int usher_zip_close(zip_t *archive) { return found_zip_close(archive); }

void usher_zip_source_keep(zip_source_t *source) { found_zip_source_keep(source); }

int usher_zip_source_open(zip_source_t *source) { return found_zip_source_open(source); }

zip_int64_t usher_zip_source_read(zip_source_t *source, void *buffer, zip_uint64_t length)
{
    return found_zip_source_read(source, buffer, length);
}

int usher_zip_source_close(zip_source_t *source) { return found_zip_source_close(source); }
