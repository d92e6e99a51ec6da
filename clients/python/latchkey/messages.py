"""English sentences for the codes of statuses, warnings and imported files. Translate by code."""

TOO_OLD = "This version is too old for the license server. Update the application."

SENTENCES = {
    "VALID": "This license is valid on this device.",
    "MALFORMED": "This isn't a license file.",
    "UNSUPPORTED": TOO_OLD,
    "UNKNOWN_KEY": TOO_OLD,
    "BAD_SIGNATURE": "This license file is damaged or was changed. Get a new one.",
    "WRONG_DEVICE": "This license file is for another device.",
    "WRONG_LICENSE": "This license file is for another license.",
    "CLOCK": "This device's clock is wrong. Correct it, or connect to the internet.",
    "REPLAY": "This license file belongs to another request. Get a new one.",
    "REVOKED_BY_LIST": "This license was revoked or moved after this file was issued. Ask your administrator.",
    "REVOKED": "This license has been revoked. Ask your administrator to restore it, or to give you another one.",
    "INACTIVE": "This license is inactive. Ask your administrator to contact support.",
    "NOT_ACTIVATED": "This device has no license. Enter a license key.",
    "EXPIRED": "This device hasn't checked in for too long. Connect to the internet.",
    "MOVED": "This license has been moved away from this computer. To use it here again, enter its license key.",
    "RELEASED": "This license has been released from this computer. To use it here again, enter its license key.",
    "HARDWARE_CHANGED": "This license belongs to this computer's previous hardware. Move it to this hardware.",
    "CHECK_IN_OVERDUE": "This device hasn't checked in recently. Connect to the internet.",
    "GRACE": "The application will stop soon unless this device checks in. Connect to the internet.",
    "SUBSCRIPTION_PAST_DUE": "The subscription is past due. Ask your administrator to pay the open invoice.",
    "STORE_FAILED": "Can't read or save the license on this computer. Ask your administrator to check access to its folder.",
}


def sentence_of(code: str) -> str:
    """Returns the code itself if a later version of the server has added it."""
    return SENTENCES.get(code, code)
