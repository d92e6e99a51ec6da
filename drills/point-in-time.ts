import { setTimeout as delay } from 'node:timers/promises'
import { chmod, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { freePort, until } from '#server/testing/platform/server-process.ts'
import { createCluster, makeFolder, query, runAsPostgres, startCluster, type DebianCluster } from './debian-postgres.ts'
import { startLoad } from './load.ts'
import { adapt, fillDatabase, readRecipe, root, startPortal } from './portals.ts'
import { countFound, tableOfFacts } from './report.ts'
import { requirePrograms, type Stage } from './stage.ts'
import { timed } from './waiting.ts'

const PGBACKREST = '/usr/bin/pgbackrest'
const SECONDS = 120

type Cluster = DebianCluster & { config: string }

/** Loses a database, and restores it to a moment between two writes of a portal. */
export async function drill(stage: Stage) {
  await requirePrograms({ [PGBACKREST]: 'pgbackrest' })
  const cluster = await createBackedUpCluster(stage)
  const server = await startCluster(cluster, 'postgresql')
  const took: [string, number][] = []
  await pgbackrest(cluster, 'stanza-create')
  await fillDatabase(root, cluster.url)
  took.push(['Full backup', await timed(() => pgbackrest(cluster, 'backup', '--type=full'))])
  const { before, moment, after } = await writeAround(cluster)
  const [last] = await query<{ file: string }>(cluster, 'select pg_walfile_name(pg_switch_wal()) as file')
  await until(() => isArchived(cluster, last?.file ?? ''), { what: 'the last WAL file is archived', seconds: SECONDS })
  server.signal('SIGQUIT')
  await server.stopped
  await rm(cluster.data, { recursive: true })
  await makeFolder(stage, 'cluster/data')
  const target = ['--type=time', `--target=${moment}`, '--target-action=promote']
  took.push(['Restore of the files', await timed(() => pgbackrest(cluster, 'restore', ...target))])
  took.push(['Start until writable', await timed(() => startCluster(cluster, 'restored'))])
  took.push(['Start of a portal', await timed(() => servePortal(cluster, 'portal-restored'))])
  await print(cluster, { took, before, after })
}

async function createBackedUpCluster(stage: Stage): Promise<Cluster> {
  const cluster = await createCluster(stage)
  const { folder, data, port } = cluster
  const config = path.join(stage.folder, 'pgbackrest.conf')
  await makeFolder(stage, 'cluster/repository')
  const settings = adapt(await readRecipe('[latchkey]'), {
    'repo1-path=/var/lib/pgbackrest': `repo1-path=${folder}/repository\nlog-path=${folder}\nlock-path=${folder}\nspool-path=${folder}`,
    'pg1-path=/var/lib/postgresql/15/main': `pg1-path=${data}\npg1-port=${port}\npg1-socket-path=${folder}\npg1-user=latchkey`,
  })
  await writeFile(config, settings)
  await chmod(config, 0o644)
  const archiving = adapt(await readRecipe('archive_mode = on'), {
    'pgbackrest --stanza': `pgbackrest --config=${config} --stanza`,
  })
  await writeFile(path.join(data, 'postgresql.auto.conf'), archiving, { flag: 'a' })
  return { ...cluster, config }
}

const pgbackrest = ({ folder, config }: Cluster, ...words: string[]) =>
  runAsPostgres(folder, [PGBACKREST, `--config=${config}`, '--stanza=latchkey', ...words])

async function servePortal({ stage, url }: Cluster, name: string) {
  const port = await freePort()
  return { port, ...(await startPortal(root, { stage, name, port, publicPort: port, databaseUrl: url })) }
}

/** Writes, notes the moment by the database's clock, and writes again. */
async function writeAround(cluster: Cluster) {
  const portal = await servePortal(cluster, 'portal')
  const first = await startLoad(portal.port, { senders: 2 })
  await delay(5000)
  await first.stop()
  const [now] = await query<{ moment: string }>(cluster, 'select clock_timestamp()::text as moment')
  const second = await startLoad(portal.port, { senders: 2 })
  await delay(5000)
  await second.stop()
  await portal.stop()
  return { before: first.acknowledged, moment: now?.moment ?? '', after: second.acknowledged }
}

async function isArchived(cluster: Cluster, file: string) {
  const [state] = await query<{ archived: string | null }>(
    cluster,
    'select last_archived_wal as archived from pg_stat_archiver',
  )
  return (state?.archived ?? '') >= file
}

type Result = { took: [string, number][]; before: string[]; after: string[] }

async function print(cluster: Cluster, { took, before, after }: Result) {
  const client = new pg.Client({ connectionString: cluster.url })
  await client.connect()
  const [kept, removed] = [await countFound(client, before), await countFound(client, after)]
  const { rows } = await client.query<{ size: string }>(
    `select pg_size_pretty(sum(pg_database_size(oid))) as size from pg_database`,
  )
  await client.end()
  const lines = took.map(([what, seconds]): [string, string] => [what, `${seconds.toFixed(1)} s`])
  console.log(`\n${tableOfFacts([`Step (${rows[0]?.size})`, 'Took'], lines)}\n`)
  console.log(`Writes before the moment: ${kept} of ${before.length} are there. After: ${removed} of ${after.length}.`)
  if (before.length === 0 || after.length === 0 || kept !== before.length || removed > 0) process.exitCode = 1
}
