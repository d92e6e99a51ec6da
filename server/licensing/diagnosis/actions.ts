import type { Diagnosis, Finding } from '#contract/licensing/diagnosis.ts'
import { normalizeFingerprint } from '#contract/licensing/fingerprints.ts'
import type { Database } from '#server/database/database.ts'
import { decide } from '#server/licensing/devices/decision/decision.ts'
import { isKnown, type ReadFacts, type LicenseFacts } from '#server/licensing/devices/decision/queries.ts'
import { isThisDevice, rules, type Rule, type Situation } from '#server/licensing/devices/decision/rules.ts'
import { readLicense, type Target } from '#server/licensing/licenses/actions.ts'
import { findLoss, isOwnAct } from '#server/licensing/licenses/binding/lost-device-queries.ts'
import { hashLicenseKey } from '#server/licensing/licenses/license-key.ts'
import { readMoves } from '#server/licensing/licenses/move-queries.ts'
import { findByDevice } from '#server/licensing/licenses/queries.ts'
import { notFound } from '#server/platform/http/errors.ts'
import { findMinimumOfLicense } from '#server/releases/public.ts'
import { findCircumstances } from './queries.ts'
import { warn } from './warnings.ts'

type Sources = { db: Database; factsByKey: ReadFacts }

export async function diagnose({ db, factsByKey }: Sources, target: Target, uuid = ''): Promise<Diagnosis> {
  const { licenseKey, ...named } = await readLicense(db, target)
  const [license, circumstances, moves, minimumVersion] = await Promise.all([
    factsByKey(hashLicenseKey(licenseKey)),
    findCircumstances(db, named),
    readMoves(db, named),
    findMinimumOfLicense(db, named.id),
  ])
  if (!isKnown(license)) throw notFound('License')
  const fingerprint = uuid || null
  const loss = fingerprint ? await lossOf(db, license, fingerprint) : undefined
  const decision = decide(license, { fingerprint, loss })
  const otherLicense = fingerprint ? await labelOfOther(db, license, fingerprint) : undefined
  const warnings = warn({ ...circumstances, minimumVersion, code: decision.code, license, moves, otherLicense })
  return { decision, findings: [...examine({ license, fingerprint, loss }), ...warnings] }
}

/** How this device lost the license, if it may not take it again. */
async function lossOf(db: Database, license: LicenseFacts, fingerprint: string) {
  if (isThisDevice(license, fingerprint)) return undefined
  const loss = await findLoss(db, license, normalizeFingerprint(fingerprint))
  return loss && !isOwnAct(loss) ? loss : undefined
}

async function labelOfOther(
  db: Database,
  { id, organizationId }: { id: string; organizationId: string },
  fingerprint: string,
) {
  const found = await findByDevice(db, organizationId, normalizeFingerprint(fingerprint))
  return found && found.id !== id ? found.label : undefined
}

export function examine(situation: Situation): Finding[] {
  const decisive = rules.findIndex(({ applies }) => applies(situation))
  return rules.map((rule, place) => {
    if (place === decisive) return failed(rule, situation)
    const outcome = decisive === -1 || place < decisive ? 'passed' : 'skipped'
    return { code: rule.code, question: rule.question, outcome, detail: null, fix: null }
  })
}

const failed = ({ code, question, fact, fix }: Rule, situation: Situation): Finding => ({
  code,
  question,
  outcome: 'failed',
  detail: fact(situation),
  fix: fix(situation),
})
