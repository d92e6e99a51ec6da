import { setTimeout as delay } from 'node:timers/promises'
import { buildApp } from './app.ts'
import { readConfig, type Config } from './platform/config.ts'
import { explain, openWaitingRoom } from './platform/http/limits/waiting-room.ts'
import { wordsOf, createReport } from './platform/http/logging.ts'
import type { Platform } from './platform/platform.ts'
import { disagreementOf, findDisagreement } from './platform/time-zone.ts'
import { collectGarbage } from './start/garbage.ts'
import { startWorkers } from './start/jobs.ts'
import { createMetrics } from './start/metrics/metrics.ts'
import { openPlatform } from './start/open-platform.ts'
import { prepareDatabase } from './start/prepare-database.ts'
import { readWebApp } from './start/web.ts'

/** Milliseconds for requests in flight to finish. */
const PATIENCE = 12_000

async function start() {
  const config = readConfig()
  const waitingRoom = await openWaitingRoom(config)
  const database = await prepareDatabase(config)
  const tracing = await openTracing(config)
  const { platform, close } = await openPlatform(config, { databaseUrl: database.url, onError: report, tracing })
  if (config.demo) await prepareDemo(platform)
  const metrics = createMetrics(platform)
  const draining = { hasBegun: false }
  const app = await buildApp(platform, { web: await readWebApp(), metrics, draining, tracing })
  if (config.worker) await startWorkers(platform, tracing)
  const { port, host, metricsHost, metricsPort } = config
  const metricsServer = metricsPort && (await metrics.listen(metricsPort, metricsHost).catch(explain(metricsPort)))
  await app.ready()
  const disagreement = await findDisagreement(platform.db)
  if (disagreement) app.log.warn(disagreementOf(disagreement))
  collectGarbage()
  await waitingRoom.close()
  await app.listen({ port, host }).catch(explain(port))
  greet(config)

  stopOnSignal(config, async () => {
    draining.hasBegun = true
    const stopped = platform.jobs.stopWorking()
    await delay(config.drainSeconds * 1000)
    // In parallel, so that the waits do not add up.
    await Promise.all([app.close(), stopped])
    if (metricsServer) metricsServer.close()
    await close()
    await tracing?.stop()
    await database.stop()
  })
}

async function openTracing({ traces, trustProxy }: Config) {
  if (!traces) return undefined
  const { startTracing } = await import('./start/tracing/tracing.ts')
  return startTracing({ traces, trustsProxy: trustProxy !== undefined, onError: report })
}

/** A demo without files still works, and the next start tries again. */
async function prepareDemo(platform: Platform) {
  const [{ seedDemo }, { storeDemoFiles }] = await Promise.all([
    import('#demo/demo.ts'),
    import('#demo/releases/files.ts'),
  ])
  await seedDemo(platform.db, platform.config)
  await storeDemoFiles(platform).catch(report)
}

function stopOnSignal({ drainSeconds }: Config, stop: () => Promise<void>) {
  let stopping = false
  const onSignal = () => {
    if (stopping) process.exit(1)
    stopping = true
    setTimeout(() => process.exit(1), drainSeconds * 1000 + PATIENCE).unref()
    stop().then(
      () => process.exit(0),
      (error: Error) => fail(error),
    )
  }
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal)
}

const DEMO_ACCOUNTS = [
  ['admin@example.com', 'admin'],
  ['agent@example.com', 'agent'],
  ['owner@acme.example', 'org_admin of Acme Mining'],
  ['member@acme.example', 'customer of Acme Mining'],
  ['owner@globex.example', 'org_admin of Globex Logistics'],
  ['member@globex.example', 'customer of Globex Logistics'],
] as const

function greet({ demo, demoPassword, productName, publicUrl, host, port }: Config) {
  if (!demo) return console.log(`${productName} is ready on ${host}:${port} for ${publicUrl}`)
  console.log(`\n${productName} is ready: ${publicUrl}\n\nSign in with the password ${demoPassword} as`)
  for (const [email, role] of DEMO_ACCOUNTS) console.log(`  ${email.padEnd(24)}${role}`)
  console.log('\nEmails are at /outbox, for the admin. Press Ctrl+C to stop. Your data is kept.\n')
}

const report = createReport(console.error)

function fail(error: unknown): never {
  console.error(wordsOf(error))
  process.exit(1)
}

// Node.js would print the error with the statement's parameters.
process.on('uncaughtException', fail).on('unhandledRejection', fail)
start().catch(fail)
