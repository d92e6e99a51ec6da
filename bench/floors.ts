import type { Floor, Statement } from './benchmarks/benchmark.ts'
import { readStatement } from './benchmarks/customer-timeline.ts'
import { readCountsStatement, readInboxStatement } from './benchmarks/support.ts'
import { readLicensesStatement } from './benchmarks/license-list.ts'
import { readDevices } from './benchmarks/devices.ts'
import { request, type Request } from './benchmarks/request.ts'
import { startChild, type Child, type Server } from './child.ts'
import { openConnection } from './connection.ts'
import { httpRunner, jobRunner, type Runner } from './runners.ts'
import { DATABASE_POOL } from './portal.ts'
import type { BenchmarkDatabase } from './benchmark-database.ts'

export type Setup = { database: BenchmarkDatabase; load: Child; portal: Server }
type OpenFloor = (setup: Setup, example: Request) => Promise<{ run: Runner; stop: () => Promise<void> }>

/** Starts each floor. `example`: one of the requests to the portal. */
export const floors: Record<Floor, OpenFloor> = {
  select: (setup) => openSelect(setup, {}),
  signature: (setup) => openSelect(setup, { SIGN: 'yes' }),

  json: async ({ load, portal }, example) => {
    const json = await readBody(portal.port, example)
    const server = await startChild(new URL('./floors/json.ts', import.meta.url))
    await server.run({ json })
    const requests = [request('GET /', { number: 0, expect: [json.slice(0, 100)] })]
    return { run: httpRunner(server, load, requests), stop: server.stop }
  },

  licenses: (setup) => openStatement(setup, readLicensesStatement, '"license_key":"'),
  timeline: (setup) => openStatement(setup, readStatement, '"event":"session.opened"'),
  inbox: (setup) => openStatement(setup, readInboxStatement, '"ids":['),
  'inbox-counts': (setup) => openStatement(setup, readCountsStatement, '"needs-answer":'),

  hash: async () => {
    const worker = await startChild(new URL('./floors/hash.ts', import.meta.url))
    return { run: jobRunner(worker), stop: worker.stop }
  },
}

async function openSelect({ database, load }: Setup, environment: NodeJS.ProcessEnv) {
  const server = await startChild(new URL('./floors/select.ts', import.meta.url), {
    environment: { DATABASE_URL: database.url, DATABASE_POOL, ...environment },
  })
  const requests = (await readDevices(database.db)).map(({ id, number }) =>
    request(`GET /${id}`, { number, expect: [`"id":"${id}"`] }),
  )
  return { run: httpRunner(server, load, requests), stop: server.stop }
}

type ReadStatement = (db: BenchmarkDatabase['db']) => Promise<Statement>

/** Node:http and one query of the portal. */
async function openStatement({ database, load }: Setup, read: ReadStatement, expect: string) {
  const statement = await read(database.db)
  const server = await startChild(new URL('./floors/statement.ts', import.meta.url), {
    environment: { DATABASE_URL: database.url, DATABASE_POOL, STATEMENT: JSON.stringify(statement) },
  })
  return { run: httpRunner(server, load, [request('GET /', { number: 0, expect: [expect] })]), stop: server.stop }
}

async function readBody(port: number, example: Request) {
  const connection = await openConnection(port)
  const answer = await connection.ask(example)
  connection.close()
  return answer.slice(answer.indexOf('\r\n\r\n') + 4)
}
