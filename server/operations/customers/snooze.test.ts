import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { customers } from '#contract/operations/customers.ts'
import { SNOOZE_IN_FUTURE } from '#contract/support/teamwork.ts'
import { makeLicenseRequest } from '#demo/rows/license-requests.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { actionsAbout } from '#server/testing/identity/users.ts'
import { alertsAbout } from '#server/testing/operations/dashboard.ts'
import { inDays, db, signIn, statusesOf } from '#server/testing/testing.ts'

const admin = await signIn({ role: 'admin' })
const colleague = await signIn({ role: 'admin' })

async function customer() {
  const name = `Snoozed ${randomUUID()}`
  const { id } = await makeOrganization(db, { name })
  const person = await signIn({ organizationId: id })
  await makeLicenseRequest(db, { organizationId: id, userId: person.user.id })
  return { id, name, person }
}

const snooze = (id: string, until: string | null, by = admin) =>
  by.call(customers.snooze, { params: { id }, body: { until } })

const shownTo = async (name: string, by = admin) => (await alertsAbout(by, name))[0]?.about?.organization

test('a snooze and an owner are shown with what the customer waits for, to every admin', async () => {
  const { id, name } = await customer()
  expect(await shownTo(name)).toEqual({ id, name, owner: null, snooze: null })
  const until = inDays(2)
  expect((await snooze(id, until)).status).toBe(200)
  await admin.call(customers.setOwner, { params: { id }, body: { ownerId: colleague.user.id } })
  const shown = await shownTo(name, colleague)
  expect(shown).toMatchObject({ owner: { id: colleague.user.id }, snooze: { until } })
  const [alert] = await alertsAbout(admin, name)
  expect(alert && shown?.snooze && alert.createdAt <= shown.snooze.at).toBe(true)
  await snooze(id, null, colleague)
  expect(await shownTo(name)).toMatchObject({ owner: { id: colleague.user.id }, snooze: null })
  expect(await actionsAbout(id)).toEqual(['organization.snoozed', 'organization.owner-changed', 'organization.snoozed'])
})

test('two who snooze at once both succeed, and the last one counts', async () => {
  const { id, name } = await customer()
  const times = [inDays(1), inDays(2)]
  const answers = await Promise.all(times.map((until, place) => snooze(id, until, place ? admin : colleague)))
  expect(statusesOf(answers)).toEqual([200, 200])
  expect(times).toContain((await shownTo(name))?.snooze?.until)
})

test.each([-1, 366])('a snooze until a day %d days from now is refused', async (days) => {
  const until = inDays(days)
  const { id, name } = await customer()
  expect(await snooze(id, until)).toMatchObject({
    status: 400,
    message: SNOOZE_IN_FUTURE,
    body: { errors: { until: SNOOZE_IN_FUTURE } },
  })
  expect((await shownTo(name))?.snooze).toBeNull()
})

test('only admins snooze, and only organizations that exist', async () => {
  const { id, person } = await customer()
  for (const by of [await signIn({ role: 'agent' }), person, await person.colleague('customer')])
    expect((await snooze(id, inDays(1), by)).status).toBe(403)
  expect((await snooze(randomUUID(), inDays(1))).status).toBe(404)
})
