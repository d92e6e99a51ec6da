import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openBenchmarkDatabase } from './benchmark-database.ts'
import { startChild } from './child.ts'
import { alternate, median } from './measure.ts'
import { readOptions } from './options.ts'
import { startDirectus } from './peers/directus.ts'
import { startLatchkey } from './peers/latchkey.ts'
import { TASKS, type Peer, type Task } from './peers/peer.ts'
import { startStrapi } from './peers/strapi.ts'
import { circumstances, markdown, milliseconds, whole, type Column } from './report.ts'
import { httpRunner, type Measurement } from './runners.ts'

const STARTS = { Latchkey: startLatchkey, Directus: startDirectus, Strapi: startStrapi }

const CONNECTIONS = 16

type Row = { task: Task; results: Map<string, Measurement> }

const figure = (name: string, title: string, show: (measurement: Measurement) => string): Column<Row> => [
  title,
  ({ results }) => {
    const measurement = results.get(name)
    return measurement ? show(measurement) : ''
  },
]

const columns: Column<Row>[] = [
  ['', ({ task }) => task],
  ...Object.keys(STARTS).flatMap((name) => [
    figure(name, `${name}/s`, ({ perSecond }) => whole(perSecond)),
    figure(name, 'CPU µs', ({ cpuMicroseconds }) => whole(cpuMicroseconds)),
    figure(name, 'p50 ms', ({ p50 }) => milliseconds(p50)),
  ]),
]

/** Reads and updates touch licenses only. */
const SIZE = ['--licenses', '20000', '--invoices', '1000', '--tickets', '1000', '--documents', '10']

const options = readOptions([...SIZE, ...process.argv.slice(2)])
const folder = await mkdtemp(path.join(tmpdir(), 'latchkey-peers-'))
const undo: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
try {
  const database = await openBenchmarkDatabase(options, undo)
  const load = await startChild(new URL('./load.ts', import.meta.url))
  undo.push(load.stop)
  const peers: Peer[] = []
  for (const [name, start] of Object.entries(STARTS)) {
    console.log(`Starting ${name} …`)
    const peer = await start(database, path.join(folder, name))
    undo.push(peer.server.stop)
    peers.push(peer)
  }
  const rows: Row[] = []
  for (const task of TASKS) {
    console.log(`Measuring ${task} …`)
    const runners = Object.fromEntries(
      peers.map(({ name, server, requests }) => [name, httpRunner(server, load, requests[task])]),
    )
    const results = await alternate(runners, { connections: CONNECTIONS, seconds: options.seconds }, options.rounds)
    rows.push({ task, results: new Map(peers.map(({ name }) => [name, median(results[name] ?? [])])) })
  }
  console.log(`\n${circumstances()}\n\n${markdown(columns, rows)}`)
} finally {
  for (const stop of undo.reverse()) await stop()
}
