import { openDatabase, openReplica } from '#server/database/database.ts'
import { closePools, openPools, openReplicaPool } from '#server/database/pools.ts'
import type { Config } from '#server/platform/config.ts'
import { createLimits } from '#server/platform/http/limits/limits.ts'
import type { Report } from '#server/platform/http/logging.ts'
import { createJobs } from '#server/platform/jobs/jobs.ts'
import { createEvents, publishJobs } from '#server/platform/live/events.ts'
import { createMailer } from '#server/platform/mail/mailer.ts'
import type { Platform } from '#server/platform/platform.ts'
import { createSeal } from '#server/platform/secrets/sealing.ts'
import { createSecrets } from '#server/platform/secrets/secrets.ts'
import { createObjects } from '#server/platform/storage/objects.ts'
import { jobTable } from './jobs.ts'
import type { Tracing } from './tracing/tracing.ts'

type Options = { databaseUrl: string; onError?: Report; tracing?: Tracing | undefined }

export async function openPlatform(config: Config, { databaseUrl, onError: report = () => {}, tracing }: Options) {
  let isClosed = false
  // A released connection ends a moment later, during which the embedded database may stop.
  const onError: Report = (error, about) => isClosed || report(error, about)
  const pools = openPools({ url: databaseUrl, connections: config.databasePool, onError })
  const pool = pools.people
  const db = openDatabase(pool)
  const { databasePool: connections, replicaUrl } = config
  const replica = replicaUrl ? openReplicaPool({ url: replicaUrl, connections, onError }) : undefined
  for (const [name, traced] of Object.entries({ ...pools, replica })) if (traced) tracing?.followPool(name, traced)
  const reports = replica ? openReplica({ primary: pool, replica, onError }) : db
  const limits = createLimits(pools.access)
  const jobs = createJobs({ url: databaseUrl, jobs: jobTable, onError, tell: () => publishJobs(db) })
  const events = createEvents({ url: databaseUrl, onError })
  const seal = createSeal(config.sealing)
  const mailer = createMailer({ config, jobs, seal })
  const secrets = createSecrets({ db, seal, onError })
  const objects = createObjects({ config, db, limits, secret: await secrets.open('upload-links') })
  const platform: Platform = { config, pools, pool, db, reports, limits, jobs, events, seal, secrets, mailer, objects }
  const close = async () => {
    await events.stop()
    await jobs.stop()
    mailer.close()
    secrets.stop()
    isClosed = true
    await Promise.all([closePools(pools), replica?.end()])
  }
  return { platform, close }
}
