import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort, until } from '#server/testing/platform/server-process.ts'
import { bareEnvironment } from './environment.ts'

/** Starts the portal of a checkout, and waits until it is ready. `undo` gets its end. */
export async function serve(checkout: string, settings: Record<string, string>, undo: (() => Promise<unknown>)[]) {
  const port = String(await freePort())
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: checkout,
    env: { ...bareEnvironment(), LOG_LEVEL: 'error', PORT: port, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
  }
  undo.push(stop)
  const url = `http://localhost:${port}`
  await until(async () => (await fetch(`${url}/health/ready`)).status === 200)
  return { url, stop }
}
