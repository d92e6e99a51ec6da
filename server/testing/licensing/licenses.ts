import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { licenses, type LicenseStatus } from '#contract/licensing/licenses.ts'
import { makeActiveLicense, makeLicense } from '#demo/rows/licenses.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { deviceMoves, licenses as licenseTable } from '#server/database/schema/licensing/licenses.ts'
import { db, inDays, type Person } from '#server/testing/testing.ts'

export const body = { label: 'Reception PC' }

export const create = (person: Person, draft: object = body) => person.call(licenses.create, { body: draft })

export const change = (person: Person, { id }: { id: string }, changes: object, headers: Record<string, string> = {}) =>
  person.call(licenses.change, { params: { id }, body: changes, headers })

export const move = (person: Person, { id }: { id: string }) => person.call(licenses.move, { params: { id } })

export const movesOf = (person: Person, { id }: { id: string }) => person.call(licenses.moves, { params: { id } })

export const remove = (person: Person, { id }: { id: string }) => person.call(licenses.remove, { params: { id } })

/** So many moves, the first of them that many days ago. */
export const makeMoves = (
  { id, organizationId }: { id: string; organizationId: string },
  count: number,
  daysAgo = 10,
) =>
  db.insert(deviceMoves).values(
    Array.from({ length: count }, (_, index) => ({
      licenseId: id,
      organizationId,
      movedAt: inDays(-daysAgo + index / 100),
    })),
  )

export const countMoves = (licenseId: string) => db.$count(deviceMoves, eq(deviceMoves.licenseId, licenseId))

export const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b)

export const stored = (id: string) =>
  db
    .select()
    .from(licenseTable)
    .where(eq(licenseTable.id, id))
    .then(([row]) => row)

export function makeWith(organizationId: string, status: LicenseStatus) {
  if (status === 'active') return makeActiveLicense(db, { organizationId })
  const device = status !== 'unassigned' && { deviceFingerprint: randomUUID() }
  return makeLicense(db, { organizationId, status, ...device })
}

/** A day between each and the next, the last of them now: `created_at` has milliseconds, in which two inserts fit. */
export async function makeInOrder(organizationId: string, labels: string[]) {
  const made = []
  for (const [index, label] of labels.entries())
    made.push(await makeLicense(db, { organizationId, label, createdAt: inDays(index + 1 - labels.length) }))
  return made
}

export const suspend = (organizationId: string) =>
  db
    .update(organizations)
    .set({ suspendedAt: inDays(0) })
    .where(eq(organizations.id, organizationId))
