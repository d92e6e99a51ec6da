import { setTimeout as delay } from 'node:timers/promises'
import { buildApp } from './app.ts'
import { describeNewer } from './database/migrate/compatibility.ts'
import { readMigrations } from './database/migrate/migration-files.ts'
import { warningOf } from './operations/public.ts'
import type { Config } from './platform/config.ts'
import { explain, type WaitingRoom } from './start/waiting-room.ts'
import type { Report } from './platform/http/logging.ts'
import type { Platform } from './platform/platform.ts'
import { disagreementOf, findDisagreement } from './platform/time-zone.ts'
import { collectGarbage } from './start/garbage.ts'
import { startWorkers } from './start/jobs.ts'
import { createMetrics } from './start/metrics/metrics.ts'
import { openPlatform } from './start/open-platform.ts'
import { prepareDatabase } from './start/prepare-database.ts'
import { readWebApp } from './start/web.ts'
import { listenForReplies } from './support/public.ts'

type Context = { waitingRoom: WaitingRoom; report: Report }

/** Serves in place of the waiting room, and works on jobs. Returns what stops it. */
export async function startPortal(config: Config, { waitingRoom, report }: Context) {
  const database = await prepareDatabase(config)
  const tracing = await openTracing(config, report)
  const { platform, close } = await openPlatform(config, { databaseUrl: database.url, onError: report, tracing })
  if (config.demo) await prepareDemo(platform, report)
  const metrics = createMetrics(platform)
  const draining = { hasBegun: false }
  const app = await buildApp(platform, { web: await readWebApp(), metrics, draining, tracing })
  if (config.worker) await startWorkers(platform, tracing)
  const { port, host, metricsHost, metricsPort, inboundSmtp } = config
  const metricsServer =
    metricsPort && (await metrics.listen(metricsPort, metricsHost).catch(explain(metricsPort, 'METRICS_PORT')))
  await app.ready()
  const disagreement = await findDisagreement(platform.db)
  const warning = warningOf(config)
  if (warning) app.log.warn(warning)
  if (disagreement) app.log.warn(disagreementOf(disagreement))
  const newer = await describeNewer(platform.pool, readMigrations())
  if (newer) app.log.info(newer)
  collectGarbage()
  await waitingRoom.close()
  await app.listen({ port, host }).catch(explain(port, 'PORT'))
  const replies =
    inboundSmtp.port &&
    (await listenForReplies(platform, app.log).catch(explain(inboundSmtp.port, 'INBOUND_SMTP_PORT')))

  return async () => {
    draining.hasBegun = true
    const stopped = platform.jobs.stopWorking()
    await delay(config.drainSeconds * 1000)
    // In parallel, so that the waits do not add up.
    await Promise.all([app.close(), stopped, replies && replies.stop()])
    if (metricsServer) metricsServer.close()
    await close()
    await tracing?.stop()
    await database.stop()
  }
}

async function openTracing({ traces, trustProxy }: Config, onError: Report) {
  if (!traces) return undefined
  const { startTracing } = await import('./start/tracing/tracing.ts')
  return startTracing({ traces, trustsProxy: trustProxy !== undefined, onError })
}

/** A demo without files still works, and the next start tries again. */
async function prepareDemo(platform: Platform, onError: Report) {
  const [{ seedDemo }, { storeDemoFiles }] = await Promise.all([
    import('#demo/demo.ts'),
    import('#demo/releases/files.ts'),
  ])
  await seedDemo(platform.db, platform.config)
  await storeDemoFiles(platform).catch(onError)
}
