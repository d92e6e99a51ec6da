import type { Calendar } from '#demo/calendar.ts'
import type { Account } from '#demo/identity/accounts.ts'
import type { Random } from '#demo/random.ts'
import { actorOf, type AuditRow } from '#demo/rows/audit.ts'
import { KEY_ALPHABET } from '#demo/rows/licenses.ts'
import type { enrollmentKeys } from '#server/database/schema/licensing/licenses.ts'
import { sha256 } from '#server/platform/hashing.ts'

type Row = typeof enrollmentKeys.$inferInsert & { id: string; createdAt: string }

const LETTERS = 25
const HINT = 5

/** Stores only hashes, so these keys can't be used. */
export function buildEnrollmentKeys(owner: Account, random: Random, calendar: Calendar) {
  const build = (facts: Pick<Row, 'label' | 'createdAt'> & Partial<Row>): Row => {
    const letters = random.text(KEY_ALPHABET, LETTERS)
    return {
      id: random.uuid(),
      organizationId: owner.organizationId!,
      keyHash: sha256(letters),
      hint: letters.slice(-HINT),
      updatedAt: facts.pausedAt ?? facts.createdAt,
      ...facts,
    }
  }
  const keys = [
    build({
      label: 'Control room rollout',
      createdAt: calendar.ago({ days: 9 }),
      expiresAt: calendar.ahead({ days: 51 }),
      maxUses: 25,
      uses: 4,
    }),
    build({
      label: 'Night shift laptops',
      createdAt: calendar.ago({ days: 70 }),
      uses: 7,
      pausedAt: calendar.ago({ days: 33 }),
    }),
  ]
  return { keys, trail: keys.flatMap((key) => trailOf(key, owner)) }
}

function trailOf({ id, organizationId, label, createdAt, pausedAt }: Row, owner: Account): AuditRow[] {
  const entry = {
    organizationId,
    subjectKind: 'enrollment-key' as const,
    subjectId: id,
    ...actorOf(owner),
  }
  const created: AuditRow = { ...entry, action: 'enrollment-key.created', createdAt, changes: { label: [null, label] } }
  if (!pausedAt) return [created]
  return [
    created,
    { ...entry, action: 'enrollment-key.paused', createdAt: pausedAt, changes: { isPaused: [false, true] } },
  ]
}
