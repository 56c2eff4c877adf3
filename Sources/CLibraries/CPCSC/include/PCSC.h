#ifndef PCSC_AT_RUN_TIME_H
#define PCSC_AT_RUN_TIME_H

#include <stdbool.h>

// The calls of PC/SC that Usher needs, of libpcsclite.so.1, which is opened at run time: most stations have no NFC reader,
// and need neither it nor pcscd. Types and values are those of winscard.h and pcsclite.h (pcsc-lite 1.9.9 and 2.3.3) on
// Linux, where DWORD is an unsigned long and LONG a long. Each function returns 0 (SCARD_S_SUCCESS) or a code of
// pcsclite.h, and calls the one of PC/SC with its name.

typedef long usher_pcsc_context;
typedef long usher_pcsc_card;

/// SCARD_READERSTATE.
typedef struct {
    const char *reader;
    void *user_data;
    unsigned long current_state;
    unsigned long event_state;
    unsigned long atr_length;
    unsigned char atr[33];
} usher_pcsc_reader_state;

static const unsigned long usher_pcsc_state_present = 0x20;   // SCARD_STATE_PRESENT
static const unsigned long usher_pcsc_most_readers = 16;      // PCSCLITE_MAX_READERS_CONTEXTS
static const long usher_pcsc_timeout = 0x8010000A;            // SCARD_E_TIMEOUT
static const long usher_pcsc_no_service = 0x8010001D;         // SCARD_E_NO_SERVICE
static const long usher_pcsc_no_readers = 0x8010002E;         // SCARD_E_NO_READERS_AVAILABLE
static const long usher_pcsc_unknown_reader = 0x80100009;     // SCARD_E_UNKNOWN_READER
static const long usher_pcsc_refused = 0x8010006A;            // SCARD_W_SECURITY_VIOLATION

/// Whether the machine has libpcsclite. Nothing else may be called before this was asked, and was true.
bool usher_pcsc_is_there(void);

/// SCardEstablishContext, for the whole system.
long usher_pcsc_establish(usher_pcsc_context *context);
/// SCardReleaseContext.
void usher_pcsc_release(usher_pcsc_context context);
/// SCardListReaders: names, each with a zero behind it, and one zero more. `count` is the room, and what is filled.
long usher_pcsc_list(usher_pcsc_context context, char *names, unsigned long *count);
/// SCardGetStatusChange.
long usher_pcsc_wait(
    usher_pcsc_context context, unsigned long milliseconds, usher_pcsc_reader_state *states, unsigned long count);
/// SCardConnect, shared with other programs, by the protocol T=0 or T=1.
long usher_pcsc_connect(usher_pcsc_context context, const char *reader, usher_pcsc_card *card, unsigned long *protocol);
/// SCardDisconnect, which leaves the card as it is.
void usher_pcsc_disconnect(usher_pcsc_card card);
/// SCardTransmit. `answer_length` is the room, and what is filled.
long usher_pcsc_transmit(
    usher_pcsc_card card, unsigned long protocol, const unsigned char *command, unsigned long command_length,
    unsigned char *answer, unsigned long *answer_length);

#endif
