import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { audit as endpoints } from '#contract/operations/audit.ts'
import type { AuditAction } from '#contract/operations/audit/audit-actions.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { db, signIn } from '#server/testing/testing.ts'

/** An organization with stored entries, newest first. */
async function withEntries(...stored: string[]) {
  const { call, organizationId } = await signIn()
  for (const action of stored.toReversed())
    await db.insert(auditLog).values({ organizationId, actorKind: 'system', action: sql`${action}` })
  return {
    actions: async (query: object = {}) => (await call(endpoints.list, { query })).body.map(({ action }) => action),
    csv: async () => String((await call(endpoints.export, { query: {} })).body),
  }
}

const latest: AuditAction = 'version.marked-latest'
const note: AuditAction = 'ticket.note-added'

test('entries with a former name are read and exported under the name of today', async () => {
  const { actions, csv } = await withEntries('version.set-latest', latest, 'message.noted', note)
  expect(await actions()).toEqual([latest, latest, note, note])
  expect(await actions({ group: 'support' })).toEqual([note, note])
  expect((await csv()).match(/Version made the latest/g)).toHaveLength(2)
})

test.each(['made the LATEST', 'set latest', 'marked latest'])('%s finds entries of either name', async (search) => {
  const { actions } = await withEntries('version.set-latest', latest, note)
  expect(await actions({ search })).toEqual([latest, latest])
})

test('entries with a name that only a newer release knows are read, found and exported', async () => {
  const { actions, csv } = await withEntries('license.teleported', note)
  expect(await actions({ search: 'TELEPORTED' })).toEqual(['license.teleported'])
  expect(await csv()).toContain('License teleported')
})
