import { normalizeFingerprint } from '#contract/devices.ts'
import type { Diagnosis } from '#contract/diagnosis.ts'
import type { Database } from '#server/database/database.ts'
import { isKnown } from '#server/features/devices/actions.ts'
import { decide } from '#server/features/devices/decision.ts'
import type { ReadFacts } from '#server/features/devices/facts.ts'
import { heldBy, readLicense, type Target } from '#server/features/licenses/actions.ts'
import { hashLicenseKey } from '#server/features/licenses/license-key.ts'
import { readMoves } from '#server/features/licenses/moves.ts'
import { notFound } from '#server/platform/errors.ts'
import { examine } from './findings.ts'
import { findCircumstances } from './queries.ts'
import { warn } from './warnings.ts'

type Sources = { db: Database; factsByKey: ReadFacts }

/** The decision that a device would get this moment, rule by rule, by the facts and rules that decide for devices. Changes nothing. */
export async function diagnose({ db, factsByKey }: Sources, target: Target, uuid = ''): Promise<Diagnosis> {
  const { licenseKey, ...named } = await readLicense(db, target)
  const [license, circumstances, moves] = await Promise.all([
    factsByKey(hashLicenseKey(licenseKey)),
    findCircumstances(db, named),
    readMoves(db, named),
  ])
  if (!isKnown(license)) throw notFound('License')
  const fingerprint = uuid || null
  const decision = decide(license, { fingerprint })
  const otherLicense = fingerprint ? await labelOfOther(db, license, fingerprint) : undefined
  const warnings = warn({ ...circumstances, code: decision.code, license, moves, otherLicense })
  return { decision, findings: [...examine({ license, fingerprint }), ...warnings] }
}

/** Of the same organization: what another one's devices have is none of its business. */
async function labelOfOther(
  db: Database,
  { id, organizationId }: { id: string; organizationId: string },
  fingerprint: string,
) {
  const held = await heldBy(db, organizationId, normalizeFingerprint(fingerprint))
  return held && held.id !== id ? held.label : undefined
}
