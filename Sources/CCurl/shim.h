#pragma once
// libcurl, whose options are set by functions of variable arguments, which Swift can't call; and a look at the certificates that its
// OpenSSL refuses, since curl doesn't say why.
#include <curl/curl.h>
#include <openssl/ssl.h>
#include <string.h>

static inline CURLcode sidekey_curl_set_number(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode sidekey_curl_set_size(CURL *easy, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(easy, option, value);
}

// A text is copied; other memory has to live as long as the transfer.
static inline CURLcode sidekey_curl_set_text(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode sidekey_curl_set_memory(CURL *easy, CURLoption option, const void *value) {
    return curl_easy_setopt(easy, option, value);
}

// Called with the pieces of a body; returns how many bytes it took, and another number ends the transfer.
static inline CURLcode sidekey_curl_set_receiver(
    CURL *easy, size_t (*receive)(char *bytes, size_t one, size_t count, void *context), void *context) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, receive);
    return code != CURLE_OK ? code : curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
}

// Called each time a request is about to be written to a connection that has come about; anything but 0 ends the transfer.
static inline CURLcode sidekey_curl_set_departure(
    CURL *easy, int (*depart)(void *context, char *theirs, char *ours, int their_port, int our_port), void *context) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, depart);
    return code != CURLE_OK ? code : curl_easy_setopt(easy, CURLOPT_PREREQDATA, context);
}

// Called before each connection with the address to which its name has led; returns a socket, or CURL_SOCKET_BAD to connect to no such address.
static inline CURLcode sidekey_curl_set_opening(
    CURL *easy, curl_socket_t (*open)(void *context, curlsocktype purpose, struct curl_sockaddr *address), void *context) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open);
    return code != CURLE_OK ? code : curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, context);
}

// The address where it lies, since one of IPv6 is longer than its type says.
static inline const struct sockaddr *sidekey_curl_address(struct curl_sockaddr *address) { return &address->addr; }

// The address to which a redirect leads, or NULL; it stays until the transfer goes on.
static inline const char *sidekey_curl_redirect(CURL *easy) {
    char *value = NULL;
    return curl_easy_getinfo(easy, CURLINFO_REDIRECT_URL, &value) == CURLE_OK ? value : NULL;
}

static inline long sidekey_curl_number(CURL *easy, CURLINFO info) {
    long value = 0;
    return curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

static inline curl_off_t sidekey_curl_size(CURL *easy, CURLINFO info) {
    curl_off_t value = -1;
    return curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : -1;
}

static inline curl_socket_t sidekey_curl_socket(CURL *easy) {
    curl_socket_t value = CURL_SOCKET_BAD;
    return curl_easy_getinfo(easy, CURLINFO_ACTIVESOCKET, &value) == CURLE_OK ? value : CURL_SOCKET_BAD;
}

// The value of a header of the last answer, or NULL; it stays until the transfer goes on.
static inline const char *sidekey_curl_header(CURL *easy, const char *name) {
    struct curl_header *header = NULL;
    return curl_easy_header(easy, name, 0, CURLH_HEADER, -1, &header) == CURLHE_OK ? header->value : NULL;
}

// The fault of a chain of certificates. OpenSSL stops at the first one, which a user may not be able to mend.
enum sidekey_certificate_fault {
    SIDEKEY_CERTIFICATE_SOUND = 0,
    SIDEKEY_CERTIFICATE_UNTRUSTED = 1,
    SIDEKEY_CERTIFICATE_EXPIRED = 2,
};

// Changes nothing of the verdict: it looks which of the faults it was. An own certificate that is out of its time is so
// whoever vouches for it.
static inline int sidekey_look_at_certificate(int sound, X509_STORE_CTX *chain) {
    if (sound) return sound;
    SSL *connection = X509_STORE_CTX_get_ex_data(chain, SSL_get_ex_data_X509_STORE_CTX_idx());
    int *fault = connection == NULL ? NULL : SSL_CTX_get_app_data(SSL_get_SSL_CTX(connection));
    X509 *shown = X509_STORE_CTX_get0_cert(chain);
    if (fault == NULL || shown == NULL) return sound;
    int error = X509_STORE_CTX_get_error(chain);
    int outOfTime = X509_cmp_current_time(X509_get0_notBefore(shown)) > 0
        || X509_cmp_current_time(X509_get0_notAfter(shown)) < 0 || error == X509_V_ERR_CERT_HAS_EXPIRED
        || error == X509_V_ERR_CERT_NOT_YET_VALID;
    *fault = outOfTime ? SIDEKEY_CERTIFICATE_EXPIRED : SIDEKEY_CERTIFICATE_UNTRUSTED;
    return sound;
}

static inline CURLcode sidekey_watch_tls(CURL *easy, void *tls, void *fault) {
    (void)easy;
    SSL_CTX_set_app_data((SSL_CTX *)tls, fault);
    // No second handshake: it would be looked at after the transfer that the fault belongs to.
    SSL_CTX_set_options(tls, SSL_OP_NO_RENEGOTIATION);
    SSL_CTX_set_verify(tls, SSL_CTX_get_verify_mode(tls), sidekey_look_at_certificate);
    return CURLE_OK;
}

// Has what is wrong with a host's certificate written to `fault`, which has to live as long as the transfer.
static inline CURLcode sidekey_curl_watch_certificates(CURL *easy, int *fault) {
    const curl_version_info_data *version = curl_version_info(CURLVERSION_NOW);
    // Of another TLS nobody knows what it hands over.
    if (version->ssl_version == NULL || strncmp(version->ssl_version, "OpenSSL/", 8) != 0) return CURLE_NOT_BUILT_IN;
    CURLcode code = curl_easy_setopt(easy, CURLOPT_SSL_CTX_FUNCTION, sidekey_watch_tls);
    return code != CURLE_OK ? code : curl_easy_setopt(easy, CURLOPT_SSL_CTX_DATA, fault);
}
