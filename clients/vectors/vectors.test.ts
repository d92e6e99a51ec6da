import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { verifyLicenseFile } from '#clients/typescript/license-file.ts'
import { VECTORS_FILE, vectorsText } from './generate.ts'
import type { Vector } from './vector-parts.ts'

const committed = readFileSync(VECTORS_FILE, 'utf8')
const { vectors } = JSON.parse(committed) as { vectors: Vector[] }

test('generating the vectors again gives the committed bytes', () => {
  expect(vectorsText()).toBe(committed)
})

test('vector names are unique, and every code has a vector', () => {
  expect(new Set(vectors.map(({ name }) => name)).size).toBe(vectors.length)
  expect(new Set(vectors.map(({ expect: { code } }) => code)).size).toBe(14)
})

test.each(vectors)('the TypeScript verifier: $name', ({ file, expect: expected, ...given }) => {
  const verdict = verifyLicenseFile(file, {
    keys: given.keys,
    deviceFingerprint: given.deviceFingerprint,
    licenseKey: given.licenseKey ?? undefined,
    nonce: given.nonce ?? undefined,
    now: new Date(given.now),
    lastSeen: given.lastSeen === null ? undefined : new Date(given.lastSeen),
    revocations: given.revocations ?? undefined,
  })
  const { valid, code, warnings } = verdict
  const { lost, features, ...basic } = expected
  expect({ valid, code, warnings }).toEqual(basic)
  if (lost !== undefined) expect(verdict.file?.lost).toBe(lost)
  if (features !== undefined) expect(verdict.file?.features ?? []).toEqual(features)
})
