import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db, insertMany, signIn } from '#server/testing/testing.ts'
import { selectEntries } from './queries.ts'

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  Plans?: Plan[]
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

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
    const query = sql`explain (analyze, format json) ${selectEntries(db, page).getSQL()}`
    const { rows } = await db.execute<{ 'QUERY PLAN': [{ Plan: Plan }] }>(query)
    const nodes = nodesOf(rows[0]!['QUERY PLAN'][0].Plan)
    const large = nodes.filter((node) => ['audit_log', 'emails', 'tickets'].includes(node['Relation Name'] ?? ''))
    expect(large.length).toBeGreaterThan(0)
    for (const node of large) {
      expect(node['Node Type']).toMatch(/^Index/)
      expect(node['Actual Rows'] * node['Actual Loops']).toBeLessThanOrEqual(2 * LIMIT)
    }
  }
})
