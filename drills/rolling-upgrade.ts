import { setTimeout as delay } from 'node:timers/promises'
import path from 'node:path'
import pg from 'pg'
import { startEmbeddedDatabase } from '#server/platform/embedded-postgres/embedded-database.ts'
import { freePort } from '#server/testing/platform/server-process.ts'
import { checkOut } from '../bench/checkout.ts'
import { startLoad, type Load } from './load.ts'
import { fillDatabase, HAPROXY, root, runCommandOf, startHaproxy, startPortal } from './portals.ts'
import { compareWrites, countFailed, tableOf } from './report.ts'
import { requirePrograms, type Stage } from './stage.ts'

/** HAProxy's checks of a restarted server, and a moment of load. */
const SETTLED_MS = 4000

type Running = { stop: () => Promise<void> }

/** Two portals of an earlier commit become this one and the earlier one again, one after the other, under load. */
export async function drill(stage: Stage, [ref = 'HEAD~20']: string[]) {
  await requirePrograms({ [HAPROXY]: 'haproxy' })
  const { directory: previous, remove } = await checkOut(ref)
  stage.onClose(remove)
  const database = await startEmbeddedDatabase({ directory: path.join(stage.folder, 'database') })
  stage.onClose(database.stop)
  console.log(`Filling a database with ${ref} …`)
  await fillDatabase(previous, database.url)
  const client = await openDatabase(stage, database.url)
  const ports: [number, number] = [await freePort(), await freePort()]
  const publicPort = await startHaproxy(stage, ports)
  const start = (release: string, index: 0 | 1) =>
    startPortal(release, { stage, name: `portal-${index}`, port: ports[index], publicPort, databaseUrl: database.url })
  const portals: Running[] = await Promise.all([start(previous, 0), start(previous, 1)])
  await delay(SETTLED_MS)
  const load = await startLoad(publicPort)
  await delay(SETTLED_MS)
  load.begin('npm run migrate')
  await runCommandOf(root, 'migrate', database.url)
  await roll(load, portals, `${ref} to this release`, (index) => start(root, index))
  await roll(load, portals, `back to ${ref}, on the new schema`, (index) => start(previous, index))
  await load.stop()
  const writes = await compareWrites(client, load)
  console.log(`\n${tableOf(load.phases)}\n`)
  console.log(`${writes.acknowledged} acknowledged writes: ${writes.lost} lost, ${writes.twice} done twice.`)
  if (countFailed(load.phases) + writes.lost + writes.twice > 0) process.exitCode = 1
}

async function roll(load: Load, portals: Running[], name: string, start: (index: 0 | 1) => Promise<Running>) {
  load.begin(name)
  for (const index of [0, 1] as const) {
    await portals[index]?.stop()
    portals[index] = await start(index)
    await delay(SETTLED_MS)
  }
}

async function openDatabase(stage: Stage, url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  stage.onClose(() => client.end())
  return client
}
