import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '#server/testing/platform/server-process.ts'
import { forkChild, type Server } from './child.ts'
import type { World } from './world.ts'

/** Connections to PostgreSQL: the portal's default, and the floor's as well. */
export const DATABASE_POOL = '20'

/** As `npm start` gives them. */
const SERVER_FLAGS = ['--max-semi-space-size=16']

const PATIENCE = 30_000

/** The portal as in production: behind a proxy on this machine, logging every request, jobs worked by another process. */
export async function startPortal({ url, folder }: World, profile: string | undefined): Promise<Server> {
  const port = await freePort()
  const child = forkChild(new URL('../server/main.ts', import.meta.url), {
    environment: {
      DATABASE_URL: url,
      DATABASE_POOL,
      DATA_DIR: folder,
      HOST: '127.0.0.1',
      PORT: String(port),
      TRUST_PROXY: '127.0.0.1',
      WORKER: 'off',
      LOG_LEVEL: 'info',
    },
    flags: [...SERVER_FLAGS, ...(profile === undefined ? [] : ['--cpu-prof', '--cpu-prof-dir', profile])],
  })
  const deadline = performance.now() + PATIENCE
  while (!(await isReady(port))) {
    if (child.hasExited()) throw new Error('The portal did not start')
    if (performance.now() > deadline) throw new Error(`The portal was not ready within ${PATIENCE / 1000} seconds`)
    await delay(50)
  }
  return { ...child, port }
}

const isReady = (port: number) =>
  fetch(`http://127.0.0.1:${port}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  )
