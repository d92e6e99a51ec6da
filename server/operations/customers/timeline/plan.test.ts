import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { readsOf } from '#server/testing/operations/plans.ts'
import { db, insertMany, signIn } from '#server/testing/testing.ts'
import { selectEntries } from './queries.ts'

const LIMIT = 50

test('a page reads little more than its rows from each table, however long the history is', async () => {
  const { organizationId, user } = await signIn()
  const numbers = sql`generate_series(1, 30000) number`
  const instant = sql`now() - number * interval '90 minutes'`
  await insertMany(sql`
    insert into audit_log (organization_id, actor_kind, actor_id, actor_name, action, created_at)
    select ${organizationId}, 'user', ${user.id}, 'Load Owner',
      (array['session.opened', 'license.updated', 'message.sent', 'user.updated'])[1 + number % 4], ${instant}
    from ${numbers}`)
  await insertMany(sql`
    insert into emails (kind, "to", subject, text, html, created_at)
    select 'ticket-news', ${user.email}, 'Update', '', '', ${instant} from ${numbers}`)
  await insertMany(sql`
    insert into tickets (organization_id, user_id, title, description, created_at)
    select ${organizationId}, ${user.id}, 'Question', 'Text', ${instant} from ${numbers}`)
  await insertMany(sql`analyze audit_log, emails, tickets`)
  const wanted = { organizationId, isAdmin: false, limit: LIMIT }
  const from = { at: '2026-01-01T00:00:00.000Z', key: 'audit:1', isIncluded: false }
  for (const page of [wanted, { ...wanted, from }, { ...wanted, kind: 'sign_in' as const }]) {
    const reads = await readsOf(db, selectEntries(db, page).getSQL())
    const large = reads.filter(({ table }) => ['audit_log', 'emails', 'tickets'].includes(table))
    expect(large.length).toBeGreaterThan(0)
    for (const { by, rows } of large) {
      expect(by).toMatch(/^Index/)
      expect(rows).toBeLessThanOrEqual(2 * LIMIT)
    }
  }
})
