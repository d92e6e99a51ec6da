import { execFile } from 'node:child_process'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { openLink, type Link } from '#server/testing/platform/link.ts'
import { freePort, until } from '#server/testing/platform/server-process.ts'
import { asPostgres, findPrograms, makeFolder } from './debian-postgres.ts'
import { adapt, readRecipe } from './portals.ts'
import type { Stage } from './stage.ts'
import { answers } from './waiting.ts'

export const PROGRAMS = { '/usr/bin/etcd': 'etcd-server', '/usr/bin/patroni': 'patroni' }

const NAMES = ['one', 'two', 'three'] as const

export type Node = {
  name: string
  folder: string
  /** Of PostgreSQL, without a link in between. */
  port: number
  /** Of Patroni, without a link in between. */
  api: string
  /** Ways to it for other nodes and HAProxy, and its way to etcd. */
  links: { postgres: Link; api: Link; etcd: Link }
  settings: string
  process: ReturnType<Stage['start']>
}

/** Three nodes with the recipe of docs/deploy.md, on one etcd. */
export async function startCluster(stage: Stage) {
  const bin = await findPrograms()
  const etcd = await startEtcd(stage)
  const nodes: Node[] = []
  for (const name of NAMES) {
    nodes.push(await startNode(stage, { name, bin, etcd }))
    if (name === 'one')
      await until(async () => (await findLeader(nodes)) !== undefined, { what: 'a leader', seconds: 180 })
  }
  await allFollow(nodes)
  return nodes
}

async function startEtcd(stage: Stage) {
  const [clients, peers] = [await freePort(), await freePort()]
  const urls = { clients: `http://127.0.0.1:${clients}`, peers: `http://127.0.0.1:${peers}` }
  stage.start('etcd', [
    '/usr/bin/etcd',
    `--data-dir=${stage.folder}/etcd`,
    `--listen-client-urls=${urls.clients}`,
    `--advertise-client-urls=${urls.clients}`,
    `--listen-peer-urls=${urls.peers}`,
    `--initial-advertise-peer-urls=${urls.peers}`,
    `--initial-cluster=default=${urls.peers}`,
  ])
  await answers(`${urls.clients}/health`, 60)
  return clients
}

async function linkTo(stage: Stage, port: number) {
  const link = await openLink({ host: '127.0.0.1', port })
  stage.onClose(link.close)
  return link
}

async function startNode(
  stage: Stage,
  { name, bin, etcd }: { name: string; bin: string; etcd: number },
): Promise<Node> {
  const folder = await makeFolder(stage, name)
  const [port, api] = [await freePort(), await freePort()]
  const links = {
    postgres: await linkTo(stage, port),
    api: await linkTo(stage, api),
    etcd: await linkTo(stage, etcd),
  }
  const text = adapt(await readRecipe('scope: latchkey'), {
    'name: one': `name: ${name}`,
    'listen: 10.0.0.21:8008': `listen: 127.0.0.1:${api}`,
    'connect_address: 10.0.0.21:8008': `connect_address: 127.0.0.1:${links.api.port}`,
    'hosts: 10.0.0.31:2379,10.0.0.32:2379,10.0.0.33:2379': `hosts: 127.0.0.1:${links.etcd.port}\n  use_proxies: true`,
    'listen: 10.0.0.21:5432': `listen: 127.0.0.1:${port}`,
    'connect_address: 10.0.0.21:5432': `connect_address: 127.0.0.1:${links.postgres.port}`,
    'replicator 10.0.0.0/24 scram-sha-256': 'replicator 127.0.0.1/32 trust',
    'latchkey 10.0.0.0/24 scram-sha-256': 'latchkey 127.0.0.1/32 trust',
    'postgres 10.0.0.0/24 scram-sha-256': 'postgres 127.0.0.1/32 trust',
    'data_dir: /var/lib/postgresql/15/main': `data_dir: ${folder}/data\n  parameters: { unix_socket_directories: ${folder} }`,
    'bin_dir: /usr/lib/postgresql/15/bin': `bin_dir: ${bin}`,
  })
  const settings = path.join(stage.folder, `${name}.yml`)
  await writeFile(settings, text)
  await chmod(settings, 0o644)
  const process = startPatroni(stage, { name, folder, settings })
  return { name, folder, port, api: `http://127.0.0.1:${api}`, links, settings, process }
}

const startPatroni = (stage: Stage, { name, folder, settings }: Pick<Node, 'name' | 'folder' | 'settings'>) =>
  stage.start(`patroni-${name}`, asPostgres(['/usr/bin/patroni', settings]), { cwd: folder, env: { HOME: folder } })

export function restartPatroni(stage: Stage, node: Node) {
  node.process = startPatroni(stage, node)
}

const isLeader = async ({ api }: Node) => (await fetch(`${api}/primary`, { signal: AbortSignal.timeout(1000) })).ok

export async function findLeader(nodes: Node[]) {
  for (const node of nodes) if (await isLeader(node).catch(() => false)) return node
  return undefined
}

const onServer = async <Result>(port: number, database: string, work: (client: pg.Client) => Promise<Result>) => {
  const client = new pg.Client({ connectionString: `postgres://postgres@127.0.0.1:${port}/${database}` })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export async function onLeader<Result>(nodes: Node[], database: string, work: (client: pg.Client) => Promise<Result>) {
  const leader = await findLeader(nodes)
  if (!leader) throw new Error('There is no leader')
  return onServer(leader.port, database, work)
}

const FOLLOWERS = `select count(*)::int as all, count(*) filter (where sync_state = 'sync')::int as synchronous
  from pg_stat_replication where state = 'streaming'`

/** Patroni's own list shows a former leader as running before it has rejoined. */
const haveRejoined = (nodes: Node[]) =>
  onLeader(nodes, 'postgres', async (client) => {
    const { rows } = await client.query<{ all: number; synchronous: number }>(FOLLOWERS)
    return rows[0]?.all === nodes.length - 1 && rows[0].synchronous > 0
  })

/** Patroni replaces a failed leader without loss only while a synchronous follower exists. */
export const allFollow = (nodes: Node[]) =>
  until(() => haveRejoined(nodes), { what: 'one leader, a synchronous follower and another follower', seconds: 300 })

/** Patroni, PostgreSQL and its processes, found by their parent. */
async function processesOf(node: Node) {
  const [postmaster = ''] = (await readFile(path.join(node.folder, 'data/postmaster.pid'), 'utf8')).split('\n')
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=', '--ppid', postmaster])
  return [node.process.pid, Number(postmaster), ...stdout.split('\n').filter(Boolean).map(Number)].filter(
    (pid) => pid !== undefined,
  )
}

export async function signalNode(node: Node, signal: NodeJS.Signals) {
  for (const pid of await processesOf(node))
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as { code?: string }).code !== 'ESRCH') throw error
    }
}

export async function post(url: string, body: object) {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
}
