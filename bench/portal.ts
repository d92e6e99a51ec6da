import { freePort } from '#server/testing/platform/server-process.ts'
import { serverEnvironment, serverFlags } from '../scripts/setup.mjs'
import type { BenchmarkDatabase } from './benchmark-database.ts'
import { forkChild, ready, type Server } from './child.ts'

/** Database connections of the portal and of the floor. */
export const DATABASE_POOL = '20'

/** This checkout. */
const OWN = new URL('../', import.meta.url)

type Start = { profile?: string | undefined; checkout?: URL }

/** Starts the portal as in production: behind a local proxy, with request logs and a separate worker. */
export async function startPortal(
  { url, folder }: BenchmarkDatabase,
  { profile, checkout = OWN }: Start,
): Promise<Server> {
  const port = await freePort()
  const child = forkChild(new URL('server/main.ts', checkout), {
    environment: {
      DATABASE_URL: url,
      DATABASE_POOL,
      DATA_DIR: folder,
      HOST: '127.0.0.1',
      PORT: String(port),
      TRUST_PROXY: '127.0.0.1',
      WORKER: 'off',
      LOG_LEVEL: 'info',
      ...serverEnvironment,
    },
    flags: [...serverFlags, ...(profile === undefined ? [] : ['--cpu-prof', '--cpu-prof-dir', profile])],
  })
  await ready(child, `http://127.0.0.1:${port}/health/ready`)
  return { ...child, port }
}
