import { hashLicenseKey } from '#clients/typescript/identifiers.ts'
import type { LicenseFile, LossCode } from '#clients/typescript/license-file.ts'
import { devices } from '#contract/licensing/devices.ts'
import { UUID, at, licenseFile, listOf } from './examples.ts'
import { armour, seal } from './signing.ts'

export const OTHER_KEY = '7ZZZZ-ZZZZZ-ZZZZZ-ZZZZZ-ZZZZZ'
export const NEW_UUID = '4C4C4544-0039-4B10-8031-B7C04F4A4433'
export const NONCE = 'rule-nonce'
const { licenseId } = licenseFile()
const OTHER = {
  licenseId: '00000000-0000-4000-8000-00000000000f',
  licenseKeyHash: hashLicenseKey(OTHER_KEY),
  label: 'Another PC',
}

/** Hours after the first answer when the next one arrives. */
export const LATER = 22

type Signing = Parameters<typeof seal>[1]
const sign = (content: object, signing?: Signing) => armour(seal(content, signing))

function activeAt(hours: number, changes: Partial<LicenseFile> = {}): LicenseFile {
  const times = {
    issuedAt: at({ hours }),
    checkInBy: at({ hours, days: 1 }),
    expiresAt: at({ hours, days: 7 }),
    graceUntil: at({ hours, days: 14 }),
  }
  return { ...licenseFile(), ...times, nonce: NONCE, ...changes }
}

function refusalAt(hours: number, changes: Partial<LicenseFile>): LicenseFile {
  const issuedAt = at({ hours })
  return activeAt(hours, { checkInBy: issuedAt, expiresAt: issuedAt, graceUntil: issuedAt, ...changes })
}

const lossAt = (hours: number, lost: LossCode) =>
  sign(refusalAt(hours, { status: 'unassigned', deviceName: null, lost }))

/** License files and revocation lists. A vector refers to each by its key here. */
export const files = {
  'file:first': sign(activeAt(0)),
  'file:renewed': sign(activeAt(LATER)),
  'file:renewed with the next key': sign(activeAt(LATER), { kid: 'rfc8032-2' }),
  'file:renewed with an unknown key': sign(activeAt(LATER), { kid: 'rfc8032-3' }),
  'file:renewed, for an older request': sign(activeAt(LATER, { nonce: 'older-nonce' })),
  'file:renewed, ends in an hour': sign(activeAt(LATER, { checkInBy: at({ hours: LATER + 1 }) })),
  'file:renewed for the new hardware': sign(activeAt(LATER, { deviceFingerprint: NEW_UUID })),
  'file:another license': sign(activeAt(LATER, OTHER)),
  'file:another license, refused': sign(refusalAt(LATER, { ...OTHER, status: 'unassigned' })),
  'file:in use elsewhere': sign(refusalAt(LATER, { status: 'unassigned' })),
  'file:not for the new hardware': sign(refusalAt(LATER, { status: 'unassigned', deviceFingerprint: NEW_UUID })),
  'file:revoked': sign(refusalAt(LATER, { status: 'revoked' })),
  'file:inactive': sign(refusalAt(LATER, { status: 'inactive' })),
  'file:moved': lossAt(LATER, 'MOVED'),
  'file:released': lossAt(LATER, 'RELEASED'),
  'file:lost by revocation': lossAt(LATER, 'REVOKED'),
  'file:offline': sign(
    activeAt(0, { checkInBy: at({ days: 30 }), expiresAt: at({ days: 30 }), graceUntil: at({ days: 37 }) }),
  ),
  'file:another license, offline': sign(
    activeAt(0, { ...OTHER, expiresAt: at({ days: 30 }), graceUntil: at({ days: 37 }) }),
  ),
  'file:damaged': sign(activeAt(0)).replace('A', 'B'),
  'list:empty': listOf({}, { issuedAt: at({ hours: LATER }) }),
  'list:names the license': listOf(
    { licenses: [{ licenseId, issuedBefore: at({ hours: 1 }) }] },
    { issuedAt: at({ hours: LATER }) },
  ),
  'list:older': listOf({}, { issuedAt: at({ hours: 1 }) }),
  'list:signed with an unknown key': listOf({}, { issuedAt: at({ hours: LATER }), kid: 'rfc8032-3' }),
  'file:with features': sign(activeAt(0, { features: ['cad-export', 'reports'] })),
  'file:renewed, with other features': sign(activeAt(LATER, { features: ['reports', 'scripting'] })),
  'file:renewed, features of a wrong type': sign({ ...activeAt(LATER), features: 'cad-export' }),
  'file:revoked, with features': sign(refusalAt(LATER, { status: 'revoked', features: ['cad-export', 'reports'] })),
  'file:offline, with features': sign(
    activeAt(0, { expiresAt: at({ days: 30 }), graceUntil: at({ days: 37 }), features: ['plotting'] }),
  ),
} as const
export type FileName = keyof typeof files

/** Replaces the names of signed texts by the texts. */
export function withTexts<Value>(value: Value): Value {
  if (typeof value === 'string') return (value in files ? files[value as unknown as FileName] : value) as Value
  if (Array.isArray(value)) return value.map((one: unknown) => withTexts(one)) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withTexts<unknown>(one)])) as Value
}

const names = new Map<string, string>(Object.entries(files).map(([name, text]) => [text, name]))

/** Replaces signed texts by their names. */
export function withNames<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value), (_field, one: unknown) =>
    typeof one === 'string' ? (names.get(one) ?? one) : one,
  ) as Value
}

type DeviceField = Exclude<keyof typeof devices.checkIn.schema.body.shape, 'channel' | 'nonce'>

export const device: Record<DeviceField, string> = {
  deviceFingerprint: UUID,
  deviceName: 'RECEPTION-01',
  deviceOs: 'Windows 11',
  appVersion: '1.4.0',
}
