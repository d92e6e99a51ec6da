import type { Floor } from './benchmarks/benchmark.ts'
import { someDevices } from './benchmarks/devices.ts'
import { request, type Request } from './benchmarks/request.ts'
import { startChild, type Child, type Server } from './child.ts'
import { openConnection } from './connection.ts'
import { httpContestant, loopContestant, type Contestant } from './contestants.ts'
import { DATABASE_POOL } from './portal.ts'
import type { World } from './world.ts'

export type Arena = { world: World; load: Child; portal: Server }
type OpenFloor = (arena: Arena, example: Request) => Promise<{ compete: Contestant; stop: () => Promise<void> }>

/** How each floor starts. `example` is one of the requests that the portal is going to answer. */
export const floors: Record<Floor, OpenFloor> = {
  select: async ({ world, load }) => {
    const server = await startChild(new URL('./floor-select.ts', import.meta.url), {
      environment: { DATABASE_URL: world.url, DATABASE_POOL },
    })
    const requests = (await someDevices(world.db)).map(({ id, number }) =>
      request(`GET /${id}`, { number, expect: [`"id":"${id}"`] }),
    )
    return { compete: httpContestant(server, load, requests), stop: server.stop }
  },

  json: async ({ load, portal }, example) => {
    const json = await readBody(portal.port, example)
    const server = await startChild(new URL('./floor-json.ts', import.meta.url))
    await server.carryOut({ json })
    const requests = [request('GET /', { number: 0, expect: [json.slice(0, 100)] })]
    return { compete: httpContestant(server, load, requests), stop: server.stop }
  },

  hash: async () => {
    const worker = await startChild(new URL('./floor-hash.ts', import.meta.url))
    return { compete: loopContestant(worker), stop: worker.stop }
  },
}

async function readBody(port: number, example: Request) {
  const connection = await openConnection(port)
  const answer = await connection.ask(example)
  connection.close()
  return answer.slice(answer.indexOf('\r\n\r\n') + 4)
}
