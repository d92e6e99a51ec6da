import { compareVersions } from 'compare-versions'
import type { ActionOn } from '#contract/operations/audit/audit-actions.ts'
import {
  MINIMUM_OF_NOTHING,
  MINIMUM_TOO_HIGH,
  isComparable,
  type VersionChanges,
  type VersionDraft,
} from '#contract/releases/files.ts'
import type { Database } from '#server/database/database.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit, changedFields } from '#server/platform/audit.ts'
import { badRequest, conflict } from '#server/platform/http/errors.ts'
import { updateVersion, type StoredVersion } from './queries.ts'

/** A minimum above the version itself would demand another update after installing. */
export function checkMinimum({ version, minimumVersion }: Pick<VersionDraft, 'version' | 'minimumVersion'>) {
  if (minimumVersion === null) return
  if (!isComparable(version)) throw refused(MINIMUM_OF_NOTHING)
  if (compareVersions(minimumVersion, version) > 0) throw refused(MINIMUM_TOO_HIGH)
}

const refused = (message: string) => badRequest(message, { minimumVersion: message })

type Offer = Pick<VersionChanges, 'rolloutPercent' | 'minimumVersion' | 'signature'>

const ACTIONS = {
  rolloutPercent: 'version.rollout-changed',
  minimumVersion: 'version.minimum-changed',
  signature: 'version.signature-changed',
} as const satisfies Record<keyof Offer, ActionOn<'version'>>

export const rolloutChanged = (percent: number) =>
  `Someone has set the rollout to ${percent}%. Check it and save again.`

type Change = Offer & Pick<VersionChanges, 'rolloutFrom'>

export async function changeOffer(
  tx: Database,
  actor: Actor,
  version: StoredVersion,
  { rolloutFrom = version.rolloutPercent, ...offer }: Change,
) {
  const { id, rolloutPercent } = version
  // Stopping or lowering it is never refused.
  const isRaised = (offer.rolloutPercent ?? 0) > rolloutPercent
  if (isRaised && rolloutFrom !== rolloutPercent) throw conflict(rolloutChanged(rolloutPercent))
  const changes = changedFields(version, offer)
  if (offer.minimumVersion) checkMinimum({ version: version.version, minimumVersion: offer.minimumVersion })
  if (Object.keys(changes).length === 0) return
  await updateVersion(tx, id, offer)
  for (const [field, change] of Object.entries(changes)) {
    const action = ACTIONS[field as keyof Offer]
    await audit(tx, actor, { action, subject: { kind: 'version', id }, changes: { [field]: change } })
  }
}
