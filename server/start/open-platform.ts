import { openDatabase, openReplica, type Database } from '#server/database/database.ts'
import { closePools, openPools, openReplicaPools, type Pools } from '#server/database/pools.ts'
import { createFallback } from '#server/database/transactions/fallback.ts'
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
import { jobTable } from './job-table.ts'
import type { Tracing } from './tracing/tracing.ts'

type Options = { databaseUrl: string; onError?: Report; tracing?: Tracing | undefined }

export async function openPlatform(config: Config, { databaseUrl, onError: report = () => {}, tracing }: Options) {
  let isClosed = false
  // A released connection ends a moment later, during which the embedded database may stop.
  const onError: Report = (error, about) => isClosed || report(error, about)
  const pools = openPools({ url: databaseUrl, connections: config.databasePool, onError })
  const pool = pools.people
  const db = openDatabase(pool)
  const replica = openReplicas(config, { pools, db, onError })
  for (const [name, traced] of Object.entries({ ...pools, ...replica.pools })) tracing?.followPool(name, traced)
  const { reports, validations } = replica
  const limits = createLimits(pools.access)
  const jobs = createJobs({ url: databaseUrl, jobs: jobTable, onError, notify: () => publishJobs(db) })
  const events = createEvents({ url: databaseUrl, onError })
  const seal = createSeal(config.sealing)
  const mailer = createMailer({ config, jobs, seal })
  const secrets = createSecrets({ db, seal, onError })
  const objects = createObjects({ config, db, limits, secret: await secrets.open('upload-links') })
  const shared = { limits, jobs, events, seal, secrets, mailer, objects }
  const platform: Platform = { config, pools, pool, db, reports, validations, ...shared }
  const close = async () => {
    await events.stop()
    await jobs.stop()
    mailer.close()
    secrets.stop()
    isClosed = true
    await Promise.all([closePools(pools), closePools(replica.pools)])
  }
  return { platform, close }
}

type Primary = { pools: Pools; db: Database; onError: Report }

/** Without a replica, the primary is read. */
function openReplicas({ replicaUrl: url, databasePool: connections }: Config, { pools, db, onError }: Primary) {
  if (!url) return { pools: {}, reports: db, validations: pools.devices }
  const replicas = openReplicaPools({ url, connections, onError })
  const { replicaOfPeople, replicaOfDevices } = replicas
  return {
    pools: replicas,
    reports: openReplica({ primary: pools.people, replica: replicaOfPeople, onError }),
    validations: createFallback({ primary: pools.devices, replica: replicaOfDevices, onError }),
  }
}
