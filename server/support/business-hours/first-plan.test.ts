import { expect, test } from 'vitest'

// The zone is read once, so it is set before imports.
process.env.VENDOR_TIME_ZONE = 'America/New_York'
const { businessHours } = await import('#contract/support/business-hours.ts')
const { openSpans } = await import('#server/database/schema/support/business-hours.ts')
const { db, signIn } = await import('#server/testing/testing.ts')
const { planHours } = await import('./business-hours.ts')

test('a new portal counts hours in its vendor’s zone, and keeps what an admin sets', async () => {
  const admin = await signIn({ role: 'admin' })
  await planHours(db)
  const { body } = await admin.call(businessHours.read)
  expect(body).toMatchObject({ timeZone: 'America/New_York', skipsHolidays: false, opens: '08:00' })
  const startsAt = (await db.select().from(openSpans)).map((span) => span.startsAt.slice(5, 16))
  expect(startsAt).toEqual(expect.arrayContaining(['09-24T12:00', '12-16T13:00']))

  await admin.call(businessHours.set, { body: { ...body, timeZone: 'Africa/Johannesburg', skipsHolidays: true } })
  await planHours(db)
  expect((await admin.call(businessHours.read)).body).toMatchObject({
    timeZone: 'Africa/Johannesburg',
    skipsHolidays: true,
  })
})
