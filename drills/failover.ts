import { setTimeout as delay } from 'node:timers/promises'
import { chmod, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { freePort, until } from '#server/testing/platform/server-process.ts'
import { asPostgres } from './debian-postgres.ts'
import { startLoad } from './load.ts'
import {
  allFollow,
  findLeader,
  onLeader,
  post,
  PROGRAMS,
  restartPatroni,
  signalNode,
  startCluster,
  type Node,
} from './patroni-cluster.ts'
import { adapt, fillDatabase, HAPROXY, readRecipe, root, startHaproxy, startPortal } from './portals.ts'
import { compareWrites, tableOf } from './report.ts'
import { requirePrograms, type Stage } from './stage.ts'

const PGBOUNCER = '/usr/sbin/pgbouncer'
const SETTLED_MS = 5000

/** Two portals on PgBouncer, HAProxy and three Patroni nodes: the leader is killed, frozen, cut off, switched and restarted under load. */
export async function drill(stage: Stage, [only = '']: string[]) {
  await requirePrograms({ ...PROGRAMS, [HAPROXY]: 'haproxy', [PGBOUNCER]: 'pgbouncer' })
  const nodes = await startCluster(stage)
  const databasePort = await freePort()
  const replicaPort = await freePort()
  const databaseUrl = `postgres://latchkey@127.0.0.1:${await startPgbouncer(stage, databasePort)}/latchkey`
  const replicaUrl = `postgres://latchkey@127.0.0.1:${replicaPort}/latchkey`
  await createDatabase(nodes)
  const ports: [number, number] = [await freePort(), await freePort()]
  const publicPort = await startHaproxy(stage, ports, [
    await postgresRecipe(nodes, 'listen postgres', [5432, databasePort]),
    await postgresRecipe(nodes, 'listen replicas', [5433, replicaPort]),
  ])
  for (const [index, port] of ports.entries())
    await startPortal(root, { stage, name: `portal-${index}`, port, publicPort, databaseUrl, replicaUrl })
  await delay(SETTLED_MS)
  const load = await startLoad(publicPort)
  await delay(SETTLED_MS)
  for (const [name, fail] of FAILURES.filter(([failure]) => failure.includes(only))) {
    console.log(`${name} …`)
    load.begin(name)
    await fail(stage, nodes)
    await allFollow(nodes)
    await delay(SETTLED_MS)
  }
  await load.stop()
  const writes = await onLeader(nodes, 'latchkey', (client) => compareWrites(client, load))
  console.log(`\n${tableOf(load.phases)}\n`)
  console.log(`${writes.acknowledged} acknowledged writes: ${writes.lost} lost, ${writes.twice} done twice.`)
  if (writes.lost + writes.twice > 0) process.exitCode = 1
}

const leaderOf = async (nodes: Node[]) => {
  const leader = await findLeader(nodes)
  if (!leader) throw new Error('There is no leader')
  return leader
}

const anotherLeads = (nodes: Node[], former: Node) =>
  until(async () => (await findLeader(nodes.filter((node) => node !== former))) !== undefined, {
    what: 'another leader',
    seconds: 120,
  })

const FAILURES: [string, (stage: Stage, nodes: Node[]) => Promise<void>][] = [
  [
    'leader killed (SIGKILL)',
    async (stage, nodes) => {
      const leader = await leaderOf(nodes)
      await signalNode(leader, 'SIGKILL')
      await anotherLeads(nodes, leader)
      restartPatroni(stage, leader)
    },
  ],
  [
    'leader frozen (SIGSTOP), then continued',
    async (_stage, nodes) => {
      const leader = await leaderOf(nodes)
      await signalNode(leader, 'SIGSTOP')
      await anotherLeads(nodes, leader)
      await delay(SETTLED_MS)
      await signalNode(leader, 'SIGCONT')
    },
  ],
  [
    'leader cut off from etcd, proxies and nodes',
    async (_stage, nodes) => {
      const leader = await leaderOf(nodes)
      const links = Object.values(leader.links)
      for (const link of links) link.cut()
      await anotherLeads(nodes, leader)
      await delay(SETTLED_MS)
      for (const link of links) link.mend()
    },
  ],
  [
    'planned switchover',
    async (_stage, nodes) => {
      const leader = await leaderOf(nodes)
      await post(`${leader.api}/switchover`, { leader: leader.name })
      await anotherLeads(nodes, leader)
    },
  ],
  [
    'rolling restart, leader last',
    async (_stage, nodes) => {
      const leader = await leaderOf(nodes)
      for (const node of [...nodes.filter((other) => other !== leader), leader]) {
        await post(`${node.api}/restart`, {})
        await allFollow(nodes)
      }
    },
  ],
]

async function startPgbouncer(stage: Stage, databasePort: number) {
  const port = await freePort()
  const [users, file] = [path.join(stage.folder, 'users.txt'), path.join(stage.folder, 'pgbouncer.ini')]
  await writeFile(users, '"latchkey" ""\n')
  const config = adapt(await readRecipe('[pgbouncer]'), {
    'host=10.0.0.21 port=5432': `host=127.0.0.1 port=${databasePort}`,
    '[pgbouncer]': `[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = trust\nauth_file = ${users}`,
  })
  await writeFile(file, config)
  for (const name of [users, file]) await chmod(name, 0o644)
  stage.start('pgbouncer', asPostgres([PGBOUNCER, file]))
  return port
}

/** Only addresses and ports differ from the recipe: here the members share a computer. */
async function postgresRecipe(nodes: Node[], line: string, [from, to]: [number, number]) {
  const recipe = adapt(await readRecipe(line), {
    [`bind 127.0.0.1:${from}`]: `bind 127.0.0.1:${to}`,
    'check port 8008': 'check',
  })
  const servers = nodes.map(
    ({ name, links }) => `  server ${name} 127.0.0.1:${links.postgres.port} port ${links.api.port}`,
  )
  return [...recipe.split('\n').filter((text) => !/^\s+server /.test(text)), ...servers, ''].join('\n')
}

async function createDatabase(nodes: Node[]) {
  const limits = await readRecipe("alter role latchkey set lock_timeout = '3s';")
  await onLeader(nodes, 'postgres', async (client) => {
    await client.query('create role latchkey login')
    await client.query('create database latchkey owner latchkey')
    await client.query(limits)
  })
  const { port } = await leaderOf(nodes)
  await fillDatabase(root, `postgres://latchkey@127.0.0.1:${port}/latchkey`)
}
