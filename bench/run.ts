import { once } from 'node:events'
import type { Benchmark } from './benchmarks/benchmark.ts'
import { adminBillingOverview } from './benchmarks/admin-billing-overview.ts'
import { adminInvoices } from './benchmarks/admin-invoices.ts'
import { adminOrganizations } from './benchmarks/admin-organizations.ts'
import { billingNothingDue, billingRenewal } from './benchmarks/billing.ts'
import { checkIn } from './benchmarks/check-in.ts'
import { currentUser } from './benchmarks/current-user.ts'
import { customerTimeline } from './benchmarks/customer-timeline.ts'
import { dashboard } from './benchmarks/dashboard.ts'
import { licenseList } from './benchmarks/license-list.ts'
import { login } from './benchmarks/login.ts'
import { staffScreens } from './benchmarks/overview.ts'
import { searches } from './benchmarks/search.ts'
import { message, supportReads } from './benchmarks/support.ts'
import { updateFeed } from './benchmarks/update-feed.ts'
import { validate } from './benchmarks/validate.ts'
import { checkOut } from './checkout.ts'
import { startChild } from './child.ts'
import { measure, measureChange } from './measure.ts'
import { readOptions, type Options } from './options.ts'
import { startPortal } from './portal.ts'
import { changeTable, circumstances, table } from './report.ts'
import { openBenchmarkDatabase } from './benchmark-database.ts'

const benchmarks = [
  validate,
  checkIn,
  updateFeed,
  currentUser,
  dashboard,
  licenseList,
  login,
  adminOrganizations,
  adminBillingOverview,
  adminInvoices,
  ...staffScreens,
  customerTimeline,
  ...supportReads,
  ...searches,
  message,
  billingNothingDue,
  billingRenewal,
]

function selectBenchmarks({ names }: Options): Benchmark[] {
  const unknown = names.find((name) => !benchmarks.some((benchmark) => benchmark.name === name))
  const all = benchmarks.map(({ name }) => name).join(', ')
  if (unknown !== undefined) throw new Error(`Unknown benchmark ${unknown}. Choose from: ${all}`)
  return names.length === 0 ? benchmarks : benchmarks.filter(({ name }) => names.includes(name))
}

const count = (number: number) => number.toLocaleString('en')

type Undo = (() => Promise<unknown>)[]

async function prepare(options: Options, undo: Undo) {
  const { licenses, invoices, tickets } = options
  console.log(
    `Preparing a database with ${count(licenses)} licenses, ${count(invoices)} invoices and ${count(tickets)} tickets …`,
  )
  const database = await openBenchmarkDatabase(options, undo)
  const started = performance.now()
  const portal = await startPortal(database, options)
  undo.push(portal.stop)
  console.log(`The portal was ready after ${((performance.now() - started) / 1000).toFixed(1)} s`)
  const load = await startChild(new URL('./load.ts', import.meta.url))
  undo.push(load.stop)
  return { database, portal, load }
}

async function compareWithFloors(selected: Benchmark[], options: Options, undo: Undo) {
  const setup = await prepare(options, undo)
  return table(await eachOf(selected, (benchmark) => measure(benchmark, setup, options)))
}

/** On the same database and in turn, so that a change shows on a noisy machine too. */
async function compareWith(ref: string, selected: Benchmark[], options: Options, undo: Undo) {
  const checkout = await checkOut(ref)
  undo.push(checkout.remove)
  const after = await prepare(options, undo)
  const portal = await startPortal(after.database, { checkout: checkout.url })
  undo.push(portal.stop)
  const setups = { before: { ...after, portal }, after }
  return changeTable(await eachOf(selected, (benchmark) => measureChange(benchmark, setups, options)))
}

async function eachOf<Result>(selected: Benchmark[], measured: (benchmark: Benchmark) => Promise<Result[]>) {
  const results: Result[] = []
  for (const benchmark of selected) {
    console.log(`Measuring ${benchmark.name} …`)
    results.push(...(await measured(benchmark)))
  }
  return results
}

function run(options: Options, undo: Undo) {
  const selected = selectBenchmarks(options)
  return options.compare === undefined
    ? compareWithFloors(selected, options, undo)
    : compareWith(options.compare, selected, options, undo)
}

const undo: Undo = []
try {
  const interrupted = once(process, 'SIGINT').then(() => Promise.reject(new Error('Interrupted')))
  const result = await Promise.race([run(readOptions(process.argv.slice(2)), undo), interrupted])
  console.log(`\n${circumstances()}\n\n${result}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  for (const stop of undo.reverse()) await stop()
}
