import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { PAUSE_RANGE, reminders } from '#contract/billing/reminders.ts'
import { organizations } from '#contract/operations/organizations.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { only } from '#server/database/database.ts'
import { TIME_ZONE } from '#server/platform/time-zone.ts'
import { admin, auditOf } from '#server/testing/operations/organizations.ts'
import { db, newOrganization, signIn, statusesOf } from '#server/testing/testing.ts'

/** The day in South Africa that many days from today. */
const dayIn = (days: number) =>
  db
    .execute<{ day: string }>(sql`select ((now() at time zone ${TIME_ZONE})::date + ${days}::int)::text as day`)
    .then(({ rows }) => only(rows).day)

const pause = (id: string, pausedUntil: unknown) =>
  admin.call(reminders.pause, { params: { id }, body: { pausedUntil } })
const shown = async (id: string) =>
  (await admin.call(organizations.billing, { params: { id } })).body.remindersPausedUntil

test('an admin pauses and resumes an organization’s reminders, and both are audited', async () => {
  const id = await newOrganization()
  expect(await shown(id)).toBeNull()
  const [day, later] = [await dayIn(10), await dayIn(90)]
  expect(await pause(id, day)).toMatchObject({ status: 200, body: { pausedUntil: day } })
  expect(await shown(id)).toBe(day)
  await pause(id, later)
  await pause(id, later)
  expect((await pause(id, null)).body).toEqual({ pausedUntil: null })
  expect(await shown(id)).toBeNull()
  await pause(id, null)
  expect(await auditOf(id)).toMatchObject([
    {
      action: 'organization.reminders-paused',
      actorId: admin.user.id,
      organizationId: id,
      changes: { remindersPausedUntil: [null, day] },
    },
    { action: 'organization.reminders-paused', changes: { remindersPausedUntil: [day, later] } },
    { action: 'organization.reminders-resumed', changes: { remindersPausedUntil: [later, null] } },
  ])
})

test('today is the first day that can be chosen, and one in ninety days the last', async () => {
  const id = await newOrganization()
  for (const days of [-1, 91, 40_000])
    expect(await pause(id, await dayIn(days))).toMatchObject({ status: 400, message: PAUSE_RANGE })
  expect(await shown(id)).toBeNull()
  for (const days of [0, 90]) {
    const day = await dayIn(days)
    await pause(id, day)
    expect(await shown(id)).toBe(day)
  }
})

test('a pause whose last day is over is none: resuming changes nothing, and a new one begins from nothing', async () => {
  const { id } = await makeOrganization(db, { remindersPausedUntil: await dayIn(-1) })
  expect(await shown(id)).toBeNull()
  await pause(id, null)
  expect(await auditOf(id)).toEqual([])
  const day = await dayIn(1)
  await pause(id, day)
  expect(await auditOf(id)).toMatchObject([{ changes: { remindersPausedUntil: [null, day] } }])
})

test.each([undefined, '', 'tomorrow', '2027-02-30', 7, true])('%j is no day', async (pausedUntil) => {
  expect((await pause(await newOrganization(), pausedUntil)).status).toBe(400)
})

test('eight who pause at once, each until another day, leave a trail in which each begins where the last ended', async () => {
  const id = await newOrganization()
  const days = await Promise.all(Array.from({ length: 8 }, (_none, index) => dayIn(index + 1)))
  expect(statusesOf(await Promise.all(days.map((day) => pause(id, day))))).toEqual(days.map(() => 200))
  const steps = (await auditOf(id)).map(({ changes }) => changes.remindersPausedUntil)
  expect(steps.map((step) => step?.[0])).toEqual([null, ...steps.slice(0, -1).map((step) => step?.[1])])
  expect(await shown(id)).toBe(steps.at(-1)?.[1])
})

test('agents and customers cannot pause, not even their own; an organization that does not exist is not found', async () => {
  const owner = await signIn()
  const pausedUntil = await dayIn(1)
  for (const person of [owner, await owner.colleague('customer'), await signIn({ role: 'agent' }), await signIn()]) {
    const params = { id: owner.organizationId }
    expect((await person.call(reminders.pause, { params, body: { pausedUntil } })).status).toBe(403)
  }
  expect(await shown(owner.organizationId)).toBeNull()
  expect((await pause(randomUUID(), pausedUntil)).status).toBe(404)
})
