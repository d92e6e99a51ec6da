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
import { overview } from './benchmarks/overview.ts'
import { searches } from './benchmarks/search.ts'
import { message, supportReads } from './benchmarks/support.ts'
import { updateFeed } from './benchmarks/update-feed.ts'
import { validate } from './benchmarks/validate.ts'
import { startChild } from './child.ts'
import { measure, type Comparison } from './measure.ts'
import { readOptions, type Options } from './options.ts'
import { startPortal } from './portal.ts'
import { circumstances, table } from './report.ts'
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
  overview,
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

async function compare(options: Options, undo: (() => Promise<void>)[]): Promise<Comparison[]> {
  const selected = selectBenchmarks(options)
  const { licenses, invoices, tickets } = options
  console.log(
    `Preparing a database with ${count(licenses)} licenses, ${count(invoices)} invoices and ${count(tickets)} tickets …`,
  )
  const database = await openBenchmarkDatabase(options)
  undo.push(database.close)
  const portal = await startPortal(database, options.profile)
  undo.push(portal.stop)
  const load = await startChild(new URL('./load.ts', import.meta.url))
  undo.push(load.stop)
  const comparisons: Comparison[] = []
  for (const benchmark of selected) {
    console.log(`Measuring ${benchmark.name} …`)
    comparisons.push(...(await measure(benchmark, { database, portal, load }, options)))
  }
  return comparisons
}

const undo: (() => Promise<void>)[] = []
try {
  const interrupted = once(process, 'SIGINT').then(() => Promise.reject(new Error('Interrupted')))
  const comparisons = await Promise.race([compare(readOptions(process.argv.slice(2)), undo), interrupted])
  console.log(`\n${circumstances()}\n\n${table(comparisons)}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  for (const stop of undo.reverse()) await stop()
}
