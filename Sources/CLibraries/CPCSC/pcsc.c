#include "PCSC.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

// SCARD_IO_REQUEST.
typedef struct {
    unsigned long protocol;
    unsigned long length;
} io_request;

static const unsigned long scope_system = 2;    // SCARD_SCOPE_SYSTEM
static const unsigned long share_shared = 2;    // SCARD_SHARE_SHARED
static const unsigned long any_protocol = 3;    // SCARD_PROTOCOL_ANY
static const unsigned long leave_card = 0;      // SCARD_LEAVE_CARD

static long (*establish)(unsigned long, const void *, const void *, usher_pcsc_context *);
static long (*release)(usher_pcsc_context);
static long (*list)(usher_pcsc_context, const char *, char *, unsigned long *);
static long (*wait)(usher_pcsc_context, unsigned long, usher_pcsc_reader_state *, unsigned long);
static long (*open_card)(
    usher_pcsc_context, const char *, unsigned long, unsigned long, usher_pcsc_card *, unsigned long *);
static long (*close_card)(usher_pcsc_card, unsigned long);
static long (*transmit)(
    usher_pcsc_card, const io_request *, const unsigned char *, unsigned long, io_request *, unsigned char *,
    unsigned long *);

static bool is_there;

static void look(void)
{
    void *library = dlopen("libpcsclite.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    is_there = (establish = (__typeof__(establish))dlsym(library, "SCardEstablishContext"))
        && (release = (__typeof__(release))dlsym(library, "SCardReleaseContext"))
        && (list = (__typeof__(list))dlsym(library, "SCardListReaders"))
        && (wait = (__typeof__(wait))dlsym(library, "SCardGetStatusChange"))
        && (open_card = (__typeof__(open_card))dlsym(library, "SCardConnect"))
        && (close_card = (__typeof__(close_card))dlsym(library, "SCardDisconnect"))
        && (transmit = (__typeof__(transmit))dlsym(library, "SCardTransmit"));
}

bool usher_pcsc_is_there(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, look);
    return is_there;
}

long usher_pcsc_establish(usher_pcsc_context *context) { return establish(scope_system, NULL, NULL, context); }

void usher_pcsc_release(usher_pcsc_context context) { release(context); }

long usher_pcsc_list(usher_pcsc_context context, char *names, unsigned long *count)
{
    return list(context, NULL, names, count);
}

long usher_pcsc_wait(
    usher_pcsc_context context, unsigned long milliseconds, usher_pcsc_reader_state *states, unsigned long count)
{
    return wait(context, milliseconds, states, count);
}

long usher_pcsc_connect(usher_pcsc_context context, const char *reader, usher_pcsc_card *card, unsigned long *protocol)
{
    return open_card(context, reader, share_shared, any_protocol, card, protocol);
}

void usher_pcsc_disconnect(usher_pcsc_card card) { close_card(card, leave_card); }

long usher_pcsc_transmit(
    usher_pcsc_card card, unsigned long protocol, const unsigned char *command, unsigned long command_length,
    unsigned char *answer, unsigned long *answer_length)
{
    io_request request = {protocol, sizeof request};
    return transmit(card, &request, command, command_length, NULL, answer, answer_length);
}
