#include <libpq-fe.h>

// Macros that are characters: fields of an error (PQresultErrorField(3)).
static const int usher_pq_state_field = PG_DIAG_SQLSTATE;
static const int usher_pq_message_field = PG_DIAG_MESSAGE_PRIMARY;
