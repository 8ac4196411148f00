"""The node's refusals, with agave's codes, messages and data."""

import re
from typing import Any

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMETERS = -32602
INTERNAL_ERROR = -32603
PREFLIGHT_FAILURE = -32002
SIGNATURE_FAILURE = -32003
BLOCK_NOT_AVAILABLE = -32004
NODE_UNHEALTHY = -32005
SLOT_SKIPPED = -32007
NO_SNAPSHOT = -32008
UNSUPPORTED_VERSION = -32015
CONTEXT_SLOT_NOT_REACHED = -32016


class RPCError(Exception):
    """An answer that is an error: a code, a message and perhaps data."""

    def __init__(self, code: int, message: str, data: Any = None):
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data

    def as_json(self) -> dict[str, Any]:
        answer: dict[str, Any] = {"code": self.code, "message": self.message}
        if self.data is not None:
            answer["data"] = self.data
        return answer


def invalid(message: str) -> RPCError:
    return RPCError(INVALID_PARAMETERS, message)


def unsupported_version(version: int) -> RPCError:
    return RPCError(
        UNSUPPORTED_VERSION,
        f"Transaction version ({version}) is not supported by the requesting client. Please try the request again with "
        f'the following configuration parameter: "maxSupportedTransactionVersion": {version}',
    )


def unhealthy(slots_behind: int | None) -> RPCError:
    text = "Node is unhealthy" if slots_behind is None else f"Node is behind by {slots_behind} slots"
    return RPCError(NODE_UNHEALTHY, text, {"numSlotsBehind": slots_behind})


# The texts of TransactionError and InstructionError where they aren't the name in words.
TRANSACTION_TEXTS = {
    "AccountInUse": "Account in use",
    "AccountLoadedTwice": "Account loaded twice",
    "AccountNotFound": "Attempt to debit an account but found no record of a prior credit.",
    "AddressLookupTableNotFound": "Transaction loads an address table account that doesn't exist",
    "AlreadyProcessed": "This transaction has already been processed",
    "BlockhashNotFound": "Blockhash not found",
    "InsufficientFundsForFee": "Insufficient funds for fee",
    "InvalidAccountForFee": "This account may not be used to pay transaction fees",
    "InvalidAddressLookupTableData": "Transaction loads an address table account with invalid data",
    "InvalidAddressLookupTableIndex": "Transaction address table lookup uses an invalid index",
    "InvalidAddressLookupTableOwner": "Transaction loads an address table account with an invalid owner",
    "InvalidProgramForExecution": "This program may not be used for executing instructions",
    "ProgramAccountNotFound": "Attempt to load a program that does not exist",
    "SanitizeFailure": "Transaction failed to sanitize accounts offsets correctly",
    "SignatureFailure": "Transaction did not pass signature verification",
    "TooManyAccountLocks": "Transaction locked too many accounts",
    "UnsupportedVersion": "Transaction version is unsupported",
}
INSTRUCTION_TEXTS = {
    "ComputationalBudgetExceeded": "Computational budget exceeded",
    "IllegalOwner": "Provided owner is not allowed",
    "IncorrectProgramId": "incorrect program id for instruction",
    "InsufficientFunds": "insufficient funds for instruction",
    "InvalidAccountData": "invalid account data for instruction",
    "InvalidAccountOwner": "Invalid account owner",
    "InvalidArgument": "invalid program argument",
    "InvalidInstructionData": "invalid instruction data",
    "MissingRequiredSignature": "missing required signature for instruction",
    "NotEnoughAccountKeys": "insufficient account keys for instruction",
    "ProgramFailedToComplete": "Program failed to complete",
    "UnsupportedProgramId": "Unsupported program id",
}


def words(name: str) -> str:
    """The name of a variant in words: `AccountBorrowFailed` is `account borrow failed`."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", name).lower()


def described(error: Any) -> str:
    """The text that agave gives a transaction's error, from the error as JSON."""
    if isinstance(error, str):
        return TRANSACTION_TEXTS.get(error, words(error).capitalize())
    if "InstructionError" in error:
        index, reason = error["InstructionError"]
        if isinstance(reason, dict) and "Custom" in reason:
            text = f"custom program error: {reason['Custom']:#x}"
        else:
            name = reason if isinstance(reason, str) else next(iter(reason))
            text = INSTRUCTION_TEXTS.get(name, words(name))
        return f"Error processing Instruction {index}: {text}"
    if "InsufficientFundsForRent" in error:
        index = error["InsufficientFundsForRent"]["account_index"]
        return f"Transaction results in an account ({index}) with insufficient funds for rent"
    if "DuplicateInstruction" in error:
        return f"Transaction contains a duplicate instruction ({error['DuplicateInstruction']}) that is not allowed"
    return words(next(iter(error))).capitalize()
