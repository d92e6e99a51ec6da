/** English sentences for the codes of `status()`. Translate by code. */
import type { VerdictCode } from './license-file.ts'

export type StatusCode = VerdictCode | 'MOVED' | 'RELEASED' | 'HARDWARE_CHANGED'

export const MESSAGES: Record<StatusCode, string> = {
  VALID: 'The license is valid on this device.',
  MALFORMED: 'This is not a license file.',
  UNSUPPORTED: 'This version is too old for the license server: update it.',
  UNKNOWN_KEY: 'This version is too old for the license server: update it.',
  BAD_SIGNATURE: 'The license file was changed after it was signed.',
  WRONG_DEVICE: 'The license file is for another device.',
  WRONG_LICENSE: 'The license file is for another license.',
  CLOCK: 'The clock of this device is wrong. Set it, or connect to the internet.',
  REPLAY: 'The license file answers another request.',
  REVOKED_BY_LIST: 'The license was revoked or moved after this file was issued.',
  REVOKED: 'The license was revoked. Ask your administrator.',
  INACTIVE: 'The license is inactive. Ask your administrator.',
  NOT_ACTIVATED: 'This device has no license. Enter a license key.',
  EXPIRED: 'The last check-in was too long ago. Connect to the internet.',
  MOVED: 'The license was moved to another computer. To use it here again, enter a license key.',
  RELEASED: 'The license was released from this device. To use it here again, enter a license key.',
  HARDWARE_CHANGED: 'The license belongs to the previous hardware of this computer. Move it to this hardware.',
}

export const WARNINGS = {
  CHECK_IN_OVERDUE: 'The license server has not been reached for a while. Connect to the internet.',
  GRACE: 'The license could not be confirmed for a week. Connect to the internet.',
  SUBSCRIPTION_PAST_DUE: 'The subscription is past due. Ask your administrator to pay the open invoice.',
  STORE_FAILED:
    'The license could not be read or saved on this computer. Ask your administrator to check the access to its folder.',
} as const
