import { statements, type Statement } from '#contract/billing/statements.ts'
import { plusDays } from '#contract/dates.ts'
import { runCommand } from './run-command.ts'
import { amountOf, head, line, type Row, type State } from './timeline/print.ts'
import { outstandingInvoices, readHappenings, readState } from './timeline/queries.ts'
import { LEFT_ALONE, payAll, story } from './timeline/story.ts'
import { withWorld, type World } from './timeline/world.ts'

const FIRST_DAY = '2027-01-15'
const LAST_DAY = '2030-01-14'

/** Three years of one customer day by day, through the portal's jobs and endpoints. */
await runCommand({ usage: 'npm run timeline' }, () =>
  withWorld(async (world) => {
    const rows = [head()]
    for (let day = FIRST_DAY; day <= LAST_DAY; day = plusDays(day, 1)) rows.push(...(await spend(world, day)))
    return [...rows, '', ...(await readStatement(world))].join('\n')
  }),
)

/** People act at nine, jobs run at ten. Returns the events to print. */
async function spend(world: World, day: string) {
  await world.clock.moveTo(`${day}T09:00:00+02:00`)
  const event = story[day]
  if (event) await event.does(world, day)
  else if (await isPayDay(world, day)) await payAll(world, day)
  await world.clock.moveTo(`${day}T10:00:00+02:00`)
  await world.runJobs()
  const happenings = await readHappenings(world, `${day}T00:00:00+02:00`)
  const rows: Row[] = happenings.map(({ what, invoice, cents, mail }) => ({
    day: '',
    what: mail ? `  email: ${what}` : `  ${what}`,
    invoice: invoice ?? '',
    amount: amountOf(cents),
  }))
  if (event) rows.unshift({ day: '', what: event.says })
  return linesOf(day, rows, await readState(world))
}

function linesOf(day: string, rows: Row[], state: State) {
  return rows.map((row, place) =>
    line({ ...row, day: place === 0 ? day : '', ...(place === rows.length - 1 && { state }) }),
  )
}

async function isPayDay(world: World, day: string) {
  if (LEFT_ALONE.some(([from, to]) => from <= day && day <= to)) return false
  const [oldest] = await outstandingInvoices(world)
  return oldest !== undefined && oldest.daysOld >= 3
}

async function readStatement({ byVendor, organizationId, name }: World) {
  const query = { from: FIRST_DAY, to: LAST_DAY }
  const { lines, opening, closing, credit } = (await byVendor(statements.readOf, {
    id: organizationId,
    query,
  })) as unknown as Statement
  return [
    `Statement of ${name}, ${FIRST_DAY} to ${LAST_DAY}`,
    `${'opening balance'.padEnd(90)}${opening.padStart(11)}`,
    ...lines.map(({ day, reference, description, charged, credited, balance }) =>
      [
        day,
        reference.padEnd(16),
        description.padEnd(34),
        charged.padStart(11),
        credited.padStart(11),
        balance.padStart(11),
      ].join('  '),
    ),
    `${'closing balance'.padEnd(90)}${closing.padStart(11)}`,
    `${'credit'.padEnd(90)}${credit.padStart(11)}`,
  ]
}
