#include <curl/curl.h>

// Swift cannot call variadic functions: one function per type of an option's value (curl_easy_setopt(3)).

// For CURLOPT_USE_SSL: numbers from curl 8.14 on, before that an enumeration, which Swift sees in another way.
static const long usher_curl_use_ssl_none = CURLUSESSL_NONE;
static const long usher_curl_use_ssl_all = CURLUSESSL_ALL;

/// For options of type `long`: switches, sizes, milliseconds.
static inline CURLcode usher_curl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

/// For options of type `curl_off_t`: large sizes.
static inline CURLcode usher_curl_set_size(CURL *handle, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(handle, option, value);
}

/// For options of type `char *`, which curl copies.
static inline CURLcode usher_curl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

/// For options of type `void *` and buffers, which must live as long as the handle uses them.
static inline CURLcode usher_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

/// For lists of headers and of mail's recipients, which must live as long as the handle uses them.
static inline CURLcode usher_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(handle, option, value);
}

/// For CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION.
static inline CURLcode usher_curl_set_receiver(CURL *handle, CURLoption option, curl_write_callback value) {
    return curl_easy_setopt(handle, option, value);
}

/// For CURLOPT_READFUNCTION.
static inline CURLcode usher_curl_set_sender(CURL *handle, curl_read_callback value) {
    return curl_easy_setopt(handle, CURLOPT_READFUNCTION, value);
}

/// For CURLOPT_SEEKFUNCTION.
static inline CURLcode usher_curl_set_seeker(CURL *handle, curl_seek_callback value) {
    return curl_easy_setopt(handle, CURLOPT_SEEKFUNCTION, value);
}

/// For CURLOPT_XFERINFOFUNCTION.
static inline CURLcode usher_curl_set_progress(CURL *handle, curl_xferinfo_callback value) {
    return curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, value);
}

/// The `errno` of a failed connect (CURLINFO_OS_ERRNO), 0 when there was none.
static inline long usher_curl_errno(CURL *handle) {
    long number = 0;
    return curl_easy_getinfo(handle, CURLINFO_OS_ERRNO, &number) == CURLE_OK ? number : 0;
}

/// Why the server's certificate was not trusted (CURLINFO_SSL_VERIFYRESULT): an `X509_V_ERR_` number of OpenSSL.
static inline long usher_curl_verify_result(CURL *handle) {
    long number = 0;
    return curl_easy_getinfo(handle, CURLINFO_SSL_VERIFYRESULT, &number) == CURLE_OK ? number : 0;
}

/// The last status of the server (CURLINFO_RESPONSE_CODE), 0 when there was none.
static inline long usher_curl_status(CURL *handle) {
    long number = 0;
    return curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &number) == CURLE_OK ? number : 0;
}
