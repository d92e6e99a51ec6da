import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

// This zone changes its clocks twice a year. It is read once, so it is set before imports.
process.env.VENDOR_TIME_ZONE = 'America/New_York'
const { asDay, dayOf, daysAfterIn, periodFrom, today } = await import('#server/domain/calendar.ts')
const { disagreementOf, findDisagreement, instantOf, isTimeZone, localTime } = await import('./time-zone.ts')
const { gradeOf } = await import('#server/billing/periods/billing-status.ts')
const { knownEnd } = await import('#server/licensing/devices/decision/decision.ts')
const { readConfig } = await import('./config.ts')
const { caller, db } = await import('#server/testing/testing.ts')
const { config } = await import('#contract/operations/config.ts')

/** Around both clock changes, midnight and month ends. */
const INSTANTS = [
  '2027-03-14T06:59:59.000Z',
  '2027-03-14T07:00:00.000Z',
  '2027-11-07T05:30:00.000Z',
  '2027-11-07T06:30:00.000Z',
  '2027-01-31T04:59:59.999Z',
  '2027-01-31T05:00:00.000Z',
  '2028-02-29T23:00:00.000Z',
  '2027-06-30T03:59:00.000Z',
]

const ask = async (query: ReturnType<typeof sql>) =>
  (await db.execute<{ value: string }>(sql`select (${query})::text as value`)).rows[0]?.value

test('names the same business day as the database', async () => {
  for (const instant of INSTANTS) expect(dayOf(instant)).toBe(await ask(asDay(sql`${instant}::timestamptz`)))
  expect(dayOf(new Date().toISOString())).toBe(await ask(today))
  for (const instant of INSTANTS.slice(0, 2)) expect(instantOf(localTime(instant).getTime())).toBe(instant)
})

test('ends a period where the database would, across both changes of clocks', async () => {
  for (const start of INSTANTS.filter((instant) => !instant.startsWith('2027-11-07'))) {
    for (const [billingType, length] of [
      ['monthly', '1 month'],
      ['annual', '1 year'],
    ] as const) {
      const anchorDay = Number(dayOf(start).slice(8))
      const wanted = await ask(sql`extract(epoch from ((${start}::timestamptz at time zone 'America/New_York')
        + ${length}::interval) at time zone 'America/New_York')`)
      expect([start, length, Date.parse(periodFrom(start, { anchorDay, billingType }).end) / 1000]).toEqual([
        start,
        length,
        Number(wanted),
      ])
    }
  }
})

test('every name that it takes means the same to the database at the turn of each month', async () => {
  const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2018, month, 1, 12)).toISOString())
  const { rows } = await db.execute<{ name: string }>(
    sql`select name from pg_timezone_names union select abbrev from pg_timezone_abbrevs`,
  )
  const names = rows.map(({ name }) => name).filter(isTimeZone)
  expect(names).toEqual(expect.arrayContaining(['UTC', 'Pacific/Kiritimati', 'America/St_Johns']))
  for (const name of names) {
    const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: name, dateStyle: 'short', timeStyle: 'short' })
    const shown =
      await ask(sql`select string_agg(to_char(month::timestamptz at time zone ${name}, 'YYYY-MM-DD HH24:MI'), ' ')
      from unnest(${sql.param(months)}::text[]) as month`)
    expect([name, shown]).toEqual([name, months.map((month) => clock.format(new Date(month))).join(' ')])
  }
})

test('finds the first week in which the database reads the clocks of a zone differently', async () => {
  const autumn = Date.UTC(2018, 9, 16, 12)
  expect(await findDisagreement(db, 'Africa/Johannesburg', autumn)).toBeUndefined()
  expect(await findDisagreement(db, 'Europe/Paris', autumn)).toBeUndefined()
  // Refused because only one of them has a summer time: until 28 October, and from 31 March.
  expect(await findDisagreement(db, 'CET', autumn)).toBe('2018-10-16')
  expect(await findDisagreement(db, 'CET', Date.UTC(2018, 9, 30, 12))).toBe('2019-04-02')
  expect(disagreementOf('2019-04-02')).toMatch(
    /^PostgreSQL and Node.js disagree about the clocks of America.New_York from 2019-04-02 on/,
  )
})

test('sends the zone to the browser, and refuses to start with an unknown zone', async () => {
  expect((await caller().call(config.read)).body.timeZone).toBe('America/New_York')
  for (const name of ['Mars/Olympus', '+02:00', "UTC'; drop table invoices; --", 'Africa', 'CET', 'IST', 'PST', 'EET'])
    expect([name, isTimeZone(name)]).toEqual([name, false])
  expect(() => readConfig({ VENDOR_TIME_ZONE: 'Mars/Olympus' })).toThrow(
    'The setting VENDOR_TIME_ZONE is not usable: must be a time zone like Africa/Johannesburg.',
  )
})

test('days of grace end at midnight after the clocks have changed, as in the database', async () => {
  for (const [since, end] of [
    ['2027-11-01T04:00:00.000Z', '2027-11-15T05:00:00.000Z'],
    ['2027-03-02T05:00:00.000Z', '2027-03-16T04:00:00.000Z'],
  ] as const) {
    expect(gradeOf(since, end)).toEqual({ grade: 'unpaid', from: end })
    expect(knownEnd({ subscriptionEndsAt: null, overdueSince: new Date(since) })).toEqual(new Date(end))
    expect(await ask(sql`extract(epoch from ${daysAfterIn(sql`${since}::timestamptz`, 14)})::int8`)).toBe(
      String(Date.parse(end) / 1000),
    )
  }
})
