import path from 'node:path'
import { buildApp } from './app.ts'
import { migrate } from './database/migrate.ts'
import { storeDemoFiles } from './database/seed/demo-files.ts'
import { seedDemo } from './database/seed/demo.ts'
import { waitForDatabase } from './database/wait.ts'
import { jobTable, startWorkers } from './jobs.ts'
import { openPlatform } from './open-platform.ts'
import { readConfig, type Config } from './platform/config.ts'
import { startEmbeddedDatabase } from './platform/embedded-database.ts'
import { collectGarbage } from './platform/garbage.ts'
import { migrateJobs } from './platform/jobs.ts'
import { createMetrics } from './platform/metrics.ts'
import type { Platform } from './platform/platform.ts'
import { StartupError } from './platform/startup-error.ts'
import { explain, openWaitingRoom } from './platform/waiting-room.ts'
import { readWebApp } from './web.ts'

/** Milliseconds that requests in flight get to finish. */
const PATIENCE = 12_000

async function start() {
  const config = readConfig()
  const waitingRoom = await openWaitingRoom(config)
  const database = await openDatabase(config)
  const { platform, close } = await openPlatform(config, { databaseUrl: database.url, onError: report })
  if (config.demo) await prepareDemo(platform)
  const metrics = createMetrics(platform.pool)
  const app = await buildApp(platform, { web: await readWebApp(), metrics })
  if (config.worker) await startWorkers(platform)
  const { port, host, metricsPort } = config
  const metricsServer = metricsPort && (await metrics.listen(metricsPort, host).catch(explain(metricsPort)))
  await app.ready()
  collectGarbage()
  await waitingRoom.close()
  await app.listen({ port, host }).catch(explain(port))
  greet(config)

  stopOnSignal(async () => {
    // Together, so that neither waits for the other's patience.
    await Promise.all([app.close(), platform.jobs.stopWorking()])
    if (metricsServer) metricsServer.close()
    await close()
    await database.stop()
  })
}

/** The embedded database, or the given one once it answers; either way with the newest schema. */
async function openDatabase(config: Config) {
  const { databaseUrl, migrationDatabaseUrl = databaseUrl, databaseWaitSeconds } = config
  if (!databaseUrl || !migrationDatabaseUrl) {
    const embedded = await startEmbeddedDatabase({ directory: path.join(config.dataDirectory, 'database') })
    await migrate(embedded.url, migrateJobs(jobTable))
    return embedded
  }
  await waitForDatabase(migrationDatabaseUrl, databaseWaitSeconds)
  await migrate(migrationDatabaseUrl, migrateJobs(jobTable))
  await waitForDatabase(databaseUrl, databaseWaitSeconds)
  return { url: databaseUrl, stop: async () => {} }
}

/** Without its files the demo still shows everything else, and the next start tries again. */
async function prepareDemo(platform: Platform) {
  await seedDemo(platform.db, platform.config)
  await storeDemoFiles(platform).catch(report)
}

function stopOnSignal(stop: () => Promise<void>) {
  let stopping = false
  const onSignal = () => {
    if (stopping) process.exit(1)
    stopping = true
    setTimeout(() => process.exit(1), PATIENCE).unref()
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
  console.log('\nMails are at /outbox for the admin. Stop with Ctrl+C; the data stays.\n')
}

const report = (error: Error) =>
  console.error(JSON.stringify({ level: 'error', time: new Date().toISOString(), message: error.message }))

function fail(error: Error): never {
  console.error(error instanceof StartupError ? error.message : error)
  process.exit(1)
}

start().catch(fail)
