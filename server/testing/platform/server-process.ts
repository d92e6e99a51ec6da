import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** A free port. */
export async function freePort() {
  const server = createServer().listen(0, 'localhost')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** The real server as a child process with only these settings. Its process group can be signaled as a whole. */
export function spawnServer(settings: Record<string, string>, { hasOwnGroup = false } = {}) {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: { PATH, HOME, LOG_LEVEL: 'error', DRAIN_SECONDS: '0', NODE_COMPILE_CACHE, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: hasOwnGroup,
  })
  let output = ''
  child.stdout.on('data', (data) => (output += data))
  child.stderr.on('data', (data) => (output += data))
  const exited = once(child, 'exit').then(([code, signal]) => ({ code, signal, output }))
  const url = `http://localhost:${settings.PORT}`
  return {
    url,
    exited,
    kill: (signal: NodeJS.Signals) => {
      child.kill(signal)
      return exited
    },
    /** As a terminal does it at Ctrl-C: to all that it started and that did not leave its group. */
    killGroup: (signal: NodeJS.Signals) => {
      if (child.pid) process.kill(-child.pid, signal)
      return exited
    },
    /** Resolves when the address answers with this status, within 20 seconds by default. */
    answers: (path: string, status: number, seconds?: number) =>
      until(async () => (await fetch(url + path)).status === status, { seconds }),
  }
}

type Limit = { what?: string; seconds?: number | undefined }

/** Asks again and again until it is so. `what` is for the error. */
export async function until(isSo: () => Promise<boolean>, { what = 'it did not come true', seconds = 20 }: Limit = {}) {
  const deadline = performance.now() + seconds * 1000
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > deadline) throw new Error(`Not within ${seconds} seconds: ${what}`)
    await delay(25)
  }
}
