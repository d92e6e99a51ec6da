import { createPublicKey, verify } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import {
  LICENSE_FILE,
  LicenseFile,
  REVOCATION_LIST,
  Revocations,
  SignedFile,
  licenseFiles,
  signedText,
} from '#contract/licensing/license-files.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { armour, readArmour } from '#server/licensing/signing/armour.ts'
import { caller, db, type Person } from '#server/testing/testing.ts'

export const publicKeys = async () => (await caller().call(licenseFiles.keys)).body.keys

/** Reads a signed file as an application does: fails unless a published key has signed it as this kind. */
async function open(kind: string, file: SignedFile): Promise<unknown> {
  const key = (await publicKeys()).find(({ kid }) => kid === file.kid)
  expect(key, `${file.kid} is published`).toBeDefined()
  const signed = Buffer.from(signedText(kind, file))
  expect(verify(null, signed, createPublicKey(key?.pem ?? ''), Buffer.from(file.sig, 'base64'))).toBe(true)
  return JSON.parse(Buffer.from(file.enc, 'base64').toString())
}

export const envelopeOf = (licenseFile: string | undefined) =>
  SignedFile.parse(readArmour('LICENSE FILE', licenseFile ?? ''))

export const openFile = async (licenseFile: string | undefined) =>
  LicenseFile.parse(await open(LICENSE_FILE, envelopeOf(licenseFile)))

export const openRevocations = async () => {
  const { body } = await caller().call(licenseFiles.revocations)
  return Revocations.parse(await open(REVOCATION_LIST, body))
}

/** Days from one instant to another. */
export const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000

type Order = { deviceFingerprint?: string; deviceName?: string; ttlDays?: unknown }

export const make = (person: Person, { id }: { id: string }, order: Order) =>
  person.call(licenseFiles.make, { params: { id }, body: { ttlDays: 90, ...order } })

export const contentFor = (licenseKey: string, deviceFingerprint: string, more: object = {}) => ({
  v: 1,
  licenseKey,
  deviceFingerprint,
  deviceName: 'PIT-7',
  deviceOs: 'Windows 11',
  nonce: 'carried',
  ...more,
})

export const ask = (request: string, more: object = {}, ip?: string) =>
  caller(ip ? { ip } : {}).call(licenseFiles.offlineRequest, { body: { request, ...more } })

export const askFor = (licenseKey: string, fingerprint: string, more: object = {}) =>
  ask(armour('LICENSE REQUEST', contentFor(licenseKey, fingerprint)), more)

export const stories = (subjectId: string) =>
  db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, subjectId), eq(auditLog.action, 'license.file-created')))
