import fc from 'fast-check'
import { eq, sql, type SQL } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { isSettled, TicketPriority, TicketStatus } from '#contract/support/ticket-fields.ts'
import { ticketRow } from '#demo/rows/tickets.ts'
import { only } from '#server/database/database.ts'
import { ticketTargets } from '#server/database/schema/support/support-desk.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import { openSeconds } from '#server/support/business-hours/clock-queries.ts'
import { openSpans } from '#server/support/business-hours/open-spans.ts'
import { replaceSpans } from '#server/support/business-hours/queries.ts'
import { db, inDays, signIn } from '#server/testing/testing.ts'
import {
  dueFirst,
  dueResolution,
  isFirstDueBefore,
  isLate,
  isResolutionDueBefore,
  isMissed,
  isUnsettled,
  selectAnswers,
  selectResolutions,
  withClockOfNow,
} from './target-queries.ts'

const { organizationId, user } = await signIn()

const thisYear = new Date().getUTCFullYear()

const years = fc
  .record({ past: fc.constantFrom(0, 1, 5), ahead: fc.constantFrom(-1, 0, 1) })
  .map(({ past, ahead }) => ({ from: thisYear - past, to: thisYear + ahead }))

const weekdays = fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 })
const recentDay = fc.integer({ min: -30, max: 1 }).map((days) => inDays(days).slice(0, 10))

const hours = fc.record({
  clock: fc.constantFrom('business' as const, 'business' as const, 'business' as const, 'calendar' as const),
  days: weekdays,
  opens: fc.constantFrom('00:00', '07:30', '08:00'),
  closes: fc.constantFrom('12:00', '17:00', '23:59'),
  timeZone: fc.constantFrom('Africa/Johannesburg', 'America/New_York', 'Europe/Berlin'),
  skipsHolidays: fc.boolean(),
  closedDays: fc.array(recentDay, { maxLength: 5 }),
})

const targets = fc.array(
  fc.record({ firstResponseHours: fc.integer({ min: 1, max: 100 }), more: fc.integer({ min: 0, max: 400 }) }),
  { minLength: 4, maxLength: 4 },
)

const daysAgo = fc.oneof(
  { weight: 9, arbitrary: fc.double({ min: 0, max: 60, noNaN: true }) },
  fc.double({ min: 60, max: 2500, noNaN: true }),
)
const share = fc.double({ min: 0, max: 1, noNaN: true })
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null })

/** Kept targets occur only with an answer, or with a resolution; here also without. */
const ticket = fc
  .record({
    age: daysAgo,
    priority: fc.constantFrom(...TicketPriority.options),
    status: fc.constantFrom(...TicketStatus.options),
    answered: maybe(share),
    resolved: share,
    waiting: maybe(share),
    waited: maybe(share),
    waitedOpen: maybe(share),
    firstResponseHours: fc.option(fc.integer({ min: 1, max: 100 }), { nil: null, freq: 1 }),
    firstDue: maybe(daysAgo),
    resolutionHours: fc.option(fc.integer({ min: 1, max: 400 }), { nil: null, freq: 1 }),
    resolutionDue: maybe(daysAgo),
  })
  .map(
    ({ age, priority, status, answered, resolved, waiting, waited, waitedOpen, firstDue, resolutionDue, ...kept }) => {
      const waitedSeconds = Math.round((waited ?? 0) * age * 86_400)
      return ticketRow({
        organizationId,
        userId: user.id,
        createdAt: inDays(-age),
        priority,
        status,
        firstResponseAt: answered === null ? null : inDays(-age * answered),
        resolvedAt: isSettled({ status }) ? inDays(-age * resolved) : null,
        waitingSince: waiting === null ? null : inDays(-age * waiting),
        waitedSeconds,
        waitedOpenSeconds: waitedOpen === null ? null : Math.round(waitedSeconds * waitedOpen),
        firstDueAt: firstDue === null ? null : inDays(-firstDue),
        resolutionDueAt: resolutionDue === null ? null : inDays(-resolutionDue),
        ...kept,
      })
    },
  )

const setTargets = (wanted: { firstResponseHours: number; more: number }[]) =>
  Promise.all(
    wanted.map(({ firstResponseHours, more }, place) =>
      db
        .update(ticketTargets)
        .set({ firstResponseHours, resolutionHours: firstResponseHours + more })
        .where(eq(ticketTargets.priority, TicketPriority.options[place]!)),
    ),
  )

const isResolutionMissed = isMissed(dueResolution, tickets.resolvedAt)

const isUnanswered = sql`(${tickets.firstResponseAt} is null and ${isMissed(dueFirst, tickets.firstResponseAt)})`

const compareWithTargets = () =>
  db
    .select({
      count: sql<number>`count(*)::int`,
      late: sql<number>`(count(*) filter (where ${isLate}))::int`,
      different: sql<number>`(count(*) filter (where ${isLate} <> (${isResolutionMissed} or ${isUnanswered})))::int`,
    })
    .from(tickets)
    .innerJoin(ticketTargets, eq(ticketTargets.priority, tickets.priority))
    .where(isUnsettled)
    .then(only)

const instants = [sql`now()`, ...[1, 20].map((days) => sql`${inDays(-days)}::timestamptz`)]

const differs = (of: string, exact: SQL) =>
  sql`${sql.identifier(of)}.id is not null and coalesce(abs(${sql.identifier(of)}.time - ${exact}) > 0.000001, true)`

const uncountedWaits = sql`make_interval(secs => case when ${tickets.waitedOpenSeconds} is null then ${tickets.waitedSeconds} else 0 end)`

const secondsToResolution = sql`greatest(
  ${openSeconds(sql`least(${tickets.createdAt} + ${uncountedWaits}, ${tickets.resolvedAt})`, tickets.resolvedAt)} - coalesce(${tickets.waitedOpenSeconds}, 0), 0)`

/** Computed once for each ticket. */
const due = { first: sql`due_first`, resolution: sql`due_resolution` }

/** The due and business times of reports, compared in arrays instead of computed. */
const differentInReports = sql.join(
  [
    sql`answer.is_in_time is distinct from (${tickets.firstResponseAt} <= ${due.first})`,
    sql`resolution.is_in_time is distinct from (${tickets.resolvedAt} <= ${due.resolution})`,
    differs('answer', openSeconds(tickets.createdAt, tickets.firstResponseAt)),
    differs('resolution', secondsToResolution),
    ...instants.flatMap((at) => [
      sql`${isFirstDueBefore(at)} <> (${due.first} < ${at})`,
      sql`${isResolutionDueBefore(at)} <> (${due.resolution} < ${at})`,
    ]),
  ],
  sql` or `,
)

async function compareReports() {
  const { rows } = await db.execute<{ met: number; different: number }>(sql`
    ${withClockOfNow}, answer as materialized (${selectAnswers(sql`${tickets.firstResponseAt} is not null`)}),
      resolution as materialized (${selectResolutions(sql`${tickets.resolvedAt} is not null`)})
    select (count(*) filter (where resolution.is_in_time))::int as met,
      (count(*) filter (where ${differentInReports}))::int as different
    from ${tickets} join ${ticketTargets} using (priority)
      left join answer on answer.id = ${tickets.id} left join resolution on resolution.id = ${tickets.id}
      cross join lateral (select ${dueFirst} as due_first, ${dueResolution} as due_resolution offset 0) as due`)
  return only(rows)
}

test('late are those whose targets are missed, whatever the hours, targets and waits', async () => {
  let [count, late, met] = [0, 0, 0]
  const many = fc.array(ticket, { minLength: 100, maxLength: 100 })
  await fc.assert(
    fc.asyncProperty(hours, years, targets, many, async (open, planned, wanted, rows) => {
      await db.delete(tickets)
      await db.insert(tickets).values(rows)
      await replaceSpans(db, openSpans(open, planned))
      await setTargets(wanted)
      const found = await compareWithTargets()
      const reported = await compareReports()
      expect([found.different, reported.different]).toEqual([0, 0])
      count += found.count
      met += reported.met
      late += found.late
    }),
    { numRuns: 60 },
  )
  expect(late).toBeGreaterThan(count / 10)
  expect(late).toBeLessThan(count * 0.9)
  expect(met).toBeGreaterThan(count / 10)
  expect(met).toBeLessThan(count * 0.9)
})
