import {
  EXPIRY_PAST,
  MAX_KEYS,
  TOO_MANY_KEYS,
  type EnrollmentKeyChanges,
  type EnrollmentKeyDraft,
  ENROLLMENT_PREFIX,
  normalizeEnrollmentKey,
} from '#contract/licensing/enrollment-keys.ts'
import type { ActionOn } from '#contract/operations/audit/audit-actions.ts'
import type { Database } from '#server/database/database.ts'
import { lockOrganization, lockOrganizationsForShare, refuseSuspended } from '#server/domain/organizations.ts'
import { newLicenseKey } from '#server/licensing/licenses/license-key.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit, changedFields, type Changes } from '#server/platform/audit.ts'
import { sha256 } from '#server/platform/hashing.ts'
import type { Scope } from '#server/platform/http/access.ts'
import { badRequest, conflict, conflictAt, notFound } from '#server/platform/http/errors.ts'
import {
  countKeys,
  deleteKey,
  findShown,
  insertKey,
  lockKey,
  organizationOf,
  updateKey,
  type KeyRow,
} from './queries.ts'

type Draft = Omit<EnrollmentKeyDraft, 'organizationId'>

/** The only answer that contains the key. */
export const createKey = (db: Database, actor: Actor, organizationId: string, draft: Draft) =>
  db.transaction(async (tx) => {
    const organization = await lockOrganization(tx, organizationId)
    refuseSuspended(organization)
    refusePast(draft.expiresAt, organization)
    if ((await countKeys(tx, { organizationId })) >= MAX_KEYS) throw conflict(TOO_MANY_KEYS)
    const enrollmentKey = newEnrollmentKey()
    const key = await insertKey(tx, {
      organizationId,
      ...draft,
      keyHash: hashEnrollmentKey(enrollmentKey),
      hint: enrollmentKey.slice(-HINT),
    })
    await auditKey(tx, actor, 'enrollment-key.created', key, changedFields(null, auditedFields(key)))
    return { ...(await findShown(tx, key)), enrollmentKey }
  })

const HINT = 5

type Target = { scope: Scope; id: string }

export const changeKey = (db: Database, actor: Actor, target: Target, changes: EnrollmentKeyChanges) =>
  db.transaction(async (tx) => {
    const { key, organization } = await lockForChange(tx, target)
    if (isOther(changes.expiresAt, key.expiresAt)) refusePast(changes.expiresAt, organization)
    refuseFewer(changes.maxUses, key)
    const columns = columnsOf(changes, organization)
    const changed = changedFields(auditedFields(key), auditedFields({ ...key, ...columns }))
    if (Object.keys(changed).length > 0) {
      await updateKey(tx, key, columns)
      await auditKey(tx, actor, actionOf(changed), key, changed)
    }
    return findShown(tx, key)
  })

export const removeKey = (db: Database, actor: Actor, target: Target) =>
  db.transaction(async (tx) => {
    const { key } = await lockForChange(tx, target)
    await deleteKey(tx, key)
    await auditKey(tx, actor, 'enrollment-key.deleted', key, { label: [key.label, null], uses: [key.uses, null] })
  })

/** Locks the organization before the key, like enrollment. */
async function lockForChange(tx: Database, { scope, id }: Target) {
  const [organization] = await lockOrganizationsForShare(tx, organizationOf(tx, scope, id))
  if (!organization) throw notFound('Enrollment key')
  refuseSuspended(organization)
  const key = await lockKey(tx, scope, id)
  if (!key) throw notFound('Enrollment key')
  return { key, organization }
}

type Clock = { now: string }

const timeOf = (instant: string | null) => (instant === null ? null : Date.parse(instant))

const isOther = (wanted: string | null | undefined, stored: string | null) =>
  wanted !== undefined && timeOf(wanted) !== timeOf(stored)

function refusePast(expiresAt: string | null | undefined, { now }: Clock) {
  if (expiresAt && Date.parse(expiresAt) <= Date.parse(now)) throw badRequest(EXPIRY_PAST, { expiresAt: EXPIRY_PAST })
}

function refuseFewer(maxUses: number | null | undefined, { uses }: KeyRow) {
  if (typeof maxUses !== 'number' || maxUses >= uses) return
  const message = `This key has been used ${uses === 1 ? 'once' : `${uses} times`} already`
  throw conflictAt('maxUses', message)
}

const columnsOf = ({ isPaused, expiresAt, ...rest }: EnrollmentKeyChanges, { now }: Clock): Partial<KeyRow> => ({
  ...rest,
  ...(expiresAt !== undefined && { expiresAt: expiresAt && new Date(expiresAt).toISOString() }),
  ...(isPaused !== undefined && { pausedAt: isPaused ? now : null }),
})

function actionOf({ isPaused }: Changes) {
  if (!isPaused) return 'enrollment-key.updated'
  return isPaused[1] === true ? 'enrollment-key.paused' : 'enrollment-key.resumed'
}

const auditedFields = ({ label, expiresAt, maxUses, createsLicenses, pausedAt }: KeyRow) => ({
  label,
  expiresAt,
  maxUses,
  createsLicenses,
  isPaused: pausedAt !== null,
})

const auditKey = (
  tx: Database,
  actor: Actor,
  action: ActionOn<'enrollment-key'>,
  { organizationId, id }: KeyRow,
  changes: Changes,
) =>
  audit(tx, actor, {
    action,
    organizationId,
    subject: { kind: 'enrollment-key', id },
    changes,
  })

const newEnrollmentKey = () => `${ENROLLMENT_PREFIX}${newLicenseKey()}`

/** The hash of the normalized key. The key itself is not stored. */
export const hashEnrollmentKey = (enrollmentKey: string) => sha256(normalizeEnrollmentKey(enrollmentKey))
