#pragma once
// The part of PKCS #11 that signing takes, as the OASIS standard "PKCS #11 Cryptographic Token Interface Base Specification Version 2.40" has it;
// Edwards curves from "Current Mechanisms Specification Version 3.0". The list of functions ends behind the last one that is used.

typedef unsigned long CK_ULONG;
typedef unsigned char CK_BYTE;
typedef CK_ULONG CK_RV;
typedef CK_ULONG CK_SLOT_ID;
typedef CK_ULONG CK_SESSION_HANDLE;
typedef CK_ULONG CK_OBJECT_HANDLE;

typedef struct {
    CK_BYTE major, minor;
} CK_VERSION;

typedef struct {
    CK_BYTE label[32], manufacturer[32], model[16], serial[16];
    CK_ULONG flags;
    CK_ULONG max_sessions, sessions, max_rw_sessions, rw_sessions, max_pin, min_pin;
    CK_ULONG total_public, free_public, total_private, free_private;
    CK_VERSION hardware, firmware;
    CK_BYTE time[16];
} CK_TOKEN_INFO;

typedef struct {
    CK_ULONG type;
    void *value;
    CK_ULONG count;
} CK_ATTRIBUTE;

typedef struct {
    CK_ULONG mechanism;
    void *parameter;
    CK_ULONG parameter_count;
} CK_MECHANISM;

typedef void (*CK_UNUSED)(void);

typedef struct {
    CK_VERSION version;
    CK_RV (*C_Initialize)(void *arguments);
    CK_RV (*C_Finalize)(void *reserved);
    CK_UNUSED C_GetInfo, C_GetFunctionList;
    CK_RV (*C_GetSlotList)(CK_BYTE token_present, CK_SLOT_ID *slots, CK_ULONG *count);
    CK_UNUSED C_GetSlotInfo;
    CK_RV (*C_GetTokenInfo)(CK_SLOT_ID slot, CK_TOKEN_INFO *info);
    CK_UNUSED C_GetMechanismList, C_GetMechanismInfo, C_InitToken, C_InitPIN, C_SetPIN;
    CK_RV (*C_OpenSession)(CK_SLOT_ID slot, CK_ULONG flags, void *application, void *notify, CK_SESSION_HANDLE *session);
    CK_RV (*C_CloseSession)(CK_SESSION_HANDLE session);
    CK_UNUSED C_CloseAllSessions, C_GetSessionInfo, C_GetOperationState, C_SetOperationState;
    CK_RV (*C_Login)(CK_SESSION_HANDLE session, CK_ULONG user, const CK_BYTE *pin, CK_ULONG count);
    CK_RV (*C_Logout)(CK_SESSION_HANDLE session);
    CK_UNUSED C_CreateObject, C_CopyObject, C_DestroyObject, C_GetObjectSize;
    CK_RV (*C_GetAttributeValue)(CK_SESSION_HANDLE session, CK_OBJECT_HANDLE object, CK_ATTRIBUTE *attributes, CK_ULONG count);
    CK_UNUSED C_SetAttributeValue;
    CK_RV (*C_FindObjectsInit)(CK_SESSION_HANDLE session, CK_ATTRIBUTE *attributes, CK_ULONG count);
    CK_RV (*C_FindObjects)(CK_SESSION_HANDLE session, CK_OBJECT_HANDLE *objects, CK_ULONG most, CK_ULONG *count);
    CK_RV (*C_FindObjectsFinal)(CK_SESSION_HANDLE session);
    CK_UNUSED C_EncryptInit, C_Encrypt, C_EncryptUpdate, C_EncryptFinal, C_DecryptInit, C_Decrypt, C_DecryptUpdate, C_DecryptFinal;
    CK_UNUSED C_DigestInit, C_Digest, C_DigestUpdate, C_DigestKey, C_DigestFinal;
    CK_RV (*C_SignInit)(CK_SESSION_HANDLE session, CK_MECHANISM *mechanism, CK_OBJECT_HANDLE key);
    CK_RV (*C_Sign)(CK_SESSION_HANDLE session, const CK_BYTE *data, CK_ULONG count, CK_BYTE *signature, CK_ULONG *signature_count);
} CK_FUNCTION_LIST;

typedef CK_RV (*CK_GET_FUNCTION_LIST)(CK_FUNCTION_LIST **list);
