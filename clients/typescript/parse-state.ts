import { isUpdate } from './answers.ts'
import type { LossCode } from './license-file.ts'
import type { LicensingState } from './license-state.ts'

/** Parses a saved state. Drops invalid fields, because the file may be damaged or edited. */
export function parseState(value: unknown): LicensingState {
  const fields: Record<string, unknown> = typeof value === 'object' && value !== null ? { ...value } : {}
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : undefined)
  const object = (name: string) =>
    typeof fields[name] === 'object' ? (fields[name] as Record<string, unknown> | null) : null
  const [attempt, lost, notice, unreadable] = [
    object('attempt'),
    object('lost'),
    object('notice'),
    object('unreadable'),
  ]
  const lastSeen = text('lastSeen')
  return {
    licenseKey: text('licenseKey'),
    deviceToken: text('deviceToken'),
    updateToken: text('updateToken'),
    licenseFile: text('licenseFile'),
    // Version 0.1 called it carriedFile.
    importedFile: text('importedFile') ?? text('carriedFile'),
    revocations: text('revocations'),
    lastSeen: isTime(lastSeen) ? lastSeen : undefined,
    attempt: isAttempt(attempt) ? attempt : undefined,
    lost: isLoss(lost) ? lost : undefined,
    notice: isNotice(notice) ? notice : undefined,
    unreadable: isUnreadable(unreadable) ? unreadable : undefined,
    revision: typeof fields['revision'] === 'number' ? fields['revision'] : undefined,
  }
}

type Fields = Record<string, unknown> | null
const isTime = (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value))
const areTexts = (value: unknown) => Array.isArray(value) && value.every((entry) => typeof entry === 'string')

const isAttempt = (value: unknown): value is NonNullable<LicensingState['attempt']> => {
  const fields = value as Fields
  return isTime(fields?.['at']) && isTime(fields?.['next']) && typeof fields?.['failures'] === 'number'
}
const isLoss = (value: unknown): value is NonNullable<LicensingState['lost']> => {
  const fields = value as Fields
  return isLossCode(fields?.['code']) && typeof fields?.['licenseId'] === 'string' && isTime(fields['at'])
}
const isNotice = (value: unknown): value is NonNullable<LicensingState['notice']> => {
  const fields = value as Fields
  const update = fields?.['update']
  return typeof fields?.['code'] === 'string' && areTexts(fields['warnings']) && (update === null || isUpdate(update))
}
const isUnreadable = (value: unknown): value is NonNullable<LicensingState['unreadable']> => {
  const fields = value as Fields
  return ['UNKNOWN_KEY', 'UNSUPPORTED'].includes(fields?.['code'] as string) && areTexts(fields?.['kids'])
}

export const isLossCode = (value: unknown): value is LossCode =>
  value === 'MOVED' || value === 'RELEASED' || value === 'REVOKED'
