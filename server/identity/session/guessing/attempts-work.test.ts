import { like, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { session } from '#contract/identity/session.ts'
import { emails } from '#server/database/schema/emails.ts'
import { rateLimits } from '#server/database/schema/platform.ts'
import { PASSWORD, caller, db, newOrganization, newUser, platform } from '#server/testing/testing.ts'
import { mailSignInAttempts } from './attempts.ts'

const attempts = () =>
  db
    .select({ sum: sql<number>`coalesce(sum(${rateLimits.points}), 0)::int` })
    .from(rateLimits)
    .where(like(rateLimits.key, 'second factor by account:%'))
    .then(([row]) => row?.sum ?? 0)

const warnings = () =>
  db.execute<{ data: Parameters<typeof mailSignInAttempts>[1] }>(
    sql`select data from pgboss.job where name = 'mail-sign-in-attempts' and data->>'guessed' = 'code'`,
  )

test('a wrong password beside a code costs the same attempts and jobs as a right one', async () => {
  const person = async () => newUser({ role: 'customer', organizationId: await newOrganization() })
  const [right, wrong] = [await person(), await person()]
  const enter = (email: string, password: string, code?: string) =>
    caller().call(session.login, { body: { email, password, code } })
  for (const { email } of [right, wrong])
    await Promise.all(Array.from({ length: 31 }, () => enter(email, 'wrong password')))
  const costs: number[][] = []
  for (const [{ email }, password] of [
    [right, PASSWORD],
    [wrong, 'wrong password'],
  ] as const) {
    const [spent, warned] = [await attempts(), (await warnings()).rows.length]
    for (let guess = 0; guess < 8; guess++) expect((await enter(email, password, '123456')).status).toBe(401)
    costs.push([(await attempts()) - spent, (await warnings()).rows.length - warned])
  }
  expect(costs).toEqual([
    [8, 1],
    [8, 1],
  ])
  const mailed = await db.$count(emails)
  for (const { data } of (await warnings()).rows) await mailSignInAttempts(platform, data)
  expect(await db.$count(emails), 'to the owner of the password that was right').toBe(mailed + 1)
})
