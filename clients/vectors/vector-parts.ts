import type { LicenseFile, VerdictCode, Warning } from '#clients/typescript/license-file.ts'
import { UUID, at, licenseFile } from './examples.ts'
import { armour, publicKeyOf, seal, type Envelope } from './signing.ts'

/** Input of a verifier and its expected result. `null`: not given. */
export type Vector = {
  name: string
  file: string
  keys: Record<string, string>
  deviceFingerprint: string
  licenseKey: string | null
  nonce: string | null
  now: string
  lastSeen: string | null
  revocations: string | null
  expect: {
    valid: boolean
    code: VerdictCode
    warnings: Warning[]
    lost?: LicenseFile['lost']
    features?: LicenseFile['features']
  }
}

type VectorInput = Partial<Omit<Vector, 'name' | 'expect'>>
type ExpectedVerdict = VerdictCode | Warning['code']

/** The server's current and next key. */
export const TRUSTED = { 'rfc8032-1': publicKeyOf('rfc8032-1'), 'rfc8032-2': publicKeyOf('rfc8032-2') }

export function vector(name: string, expected: ExpectedVerdict, given: VectorInput = {}): Vector {
  return {
    name,
    file: armour(seal(licenseFile())),
    keys: TRUSTED,
    deviceFingerprint: UUID,
    licenseKey: null,
    nonce: null,
    now: at({ hours: 1 }),
    lastSeen: null,
    revocations: null,
    ...given,
    expect: expectationOf(expected),
  }
}

export function lossVector(name: string, code: VerdictCode, lost: LicenseFile['lost'], given: VectorInput): Vector {
  const one = vector(name, code, given)
  return { ...one, expect: { ...one.expect, lost } }
}

function expectationOf(expected: ExpectedVerdict): Vector['expect'] {
  const { expiresAt, graceUntil } = licenseFile()
  if (expected === 'CHECK_IN_OVERDUE') return warned({ code: expected, until: expiresAt })
  if (expected === 'GRACE') return warned({ code: expected, until: graceUntil })
  return { valid: expected === 'VALID', code: expected, warnings: [] }
}

const warned = (warning: Warning): Vector['expect'] => ({ valid: true, code: 'VALID', warnings: [warning] })

export const says = (changes: Partial<LicenseFile>) => armour(seal(licenseFile(changes)))

/** Signs an envelope, then changes it. */
export const forged = (changes: Partial<Envelope>) => armour({ ...seal(licenseFile()), ...changes })

export const first = (text: unknown, letter: string) => `${letter}${String(text).slice(1)}`
