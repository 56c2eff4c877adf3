#ifndef ZIP_ON_EACH_RELEASE_H
#define ZIP_ON_EACH_RELEASE_H

#include <stdbool.h>
#include <zip.h>

// The calls of libzip that Usher needs, under names of its own: each calls the function of libzip without the prefix.
// Debian 12 has libzip.so.4 and Debian 13 libzip.so.5. A program that is linked with one does not start where the other
// is, so it is opened at run time, whichever is there. These are the same in both (zip.h of 1.7.3 and 1.11.3).

/// Whether the machine has libzip. Nothing else may be called before this was asked, and was true.
bool usher_zip_is_there(void);

zip_source_t *usher_zip_source_buffer_create(const void *data, zip_uint64_t length, int free_it, zip_error_t *error);
void usher_zip_source_free(zip_source_t *source);
zip_t *usher_zip_open_from_source(zip_source_t *source, int flags, zip_error_t *error);
void usher_zip_discard(zip_t *archive);
zip_int64_t usher_zip_name_locate(zip_t *archive, const char *name, zip_flags_t flags);
zip_file_t *usher_zip_fopen(zip_t *archive, const char *name, zip_flags_t flags);
zip_int64_t usher_zip_fread(zip_file_t *file, void *buffer, zip_uint64_t length);
int usher_zip_fclose(zip_file_t *file);

// For writing.
zip_int64_t usher_zip_file_add(zip_t *archive, const char *name, zip_source_t *source, zip_flags_t flags);
int usher_zip_file_set_mtime(zip_t *archive, zip_uint64_t index, time_t time, zip_flags_t flags);
int usher_zip_close(zip_t *archive);
void usher_zip_source_keep(zip_source_t *source);
int usher_zip_source_open(zip_source_t *source);
zip_int64_t usher_zip_source_read(zip_source_t *source, void *buffer, zip_uint64_t length);
int usher_zip_source_close(zip_source_t *source);

#endif
