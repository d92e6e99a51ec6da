import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Usage } from './child-usage.ts'

type Options = { environment?: NodeJS.ProcessEnv; flags?: string[] }
type Message = { ready?: { port: number }; result?: unknown; error?: string; usage?: Usage }

export type Child = ReturnType<typeof forkChild>
export type Server = Child & { port: number }

const usageReporter = new URL('./child-usage.ts', import.meta.url).href

/** Starts a program in a separate process. Discards its output but shows its errors. */
export function forkChild(program: URL, { environment = {}, flags = [] }: Options = {}) {
  const child = fork(fileURLToPath(program), {
    execArgv: ['--import', usageReporter, ...flags],
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  return {
    ready: () => receive(child, ({ ready }) => ready),
    usage: () => receive(child, ({ usage }) => usage, 'usage'),
    /** After a garbage collection. */
    collectedUsage: () => receive(child, ({ usage }) => usage, 'collected usage'),
    /** Sends an order and resolves with its result. Call it again only after that. */
    run: <Result>(order: object) => receive(child, ({ result }) => result as Result | undefined, { order }),
    hasExited: () => child.exitCode !== null || child.signalCode !== null,
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}

export async function startChild(program: URL, options?: Options): Promise<Server> {
  const child = forkChild(program, options)
  return { ...child, ...(await child.ready()) }
}

const START_TIMEOUT_MS = 120_000

/** Waits until a server's address answers with success. */
export async function ready({ hasExited }: Pick<Child, 'hasExited'>, url: string) {
  const isReady = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
  const deadline = performance.now() + START_TIMEOUT_MS
  while (!(await isReady())) {
    if (hasExited()) throw new Error(`The server of ${url} did not start`)
    if (performance.now() > deadline) throw new Error(`${url} was not ready within ${START_TIMEOUT_MS / 1000} seconds`)
    await delay(50)
  }
}

/** Sends the `question`, if any, and resolves with the first message that `read` accepts. Rejects if the child fails or ends. */
function receive<Part>(child: ChildProcess, read: (message: Message) => Part | undefined, question?: string | object) {
  return new Promise<Part>((resolve, reject) => {
    const settle = (end: () => void) => {
      child.off('message', onMessage).off('exit', onEnd)
      end()
    }
    const onEnd = () => settle(() => reject(new Error(`${child.spawnargs.at(-1)} ended unexpectedly`)))
    const onMessage = (message: Message) => {
      const part = read(message)
      if (message.error !== undefined) settle(() => reject(new Error(message.error)))
      else if (part !== undefined) settle(() => resolve(part))
    }
    child.on('message', onMessage).on('exit', onEnd)
    if (!child.connected) onEnd()
    else if (question !== undefined) child.send(question, (error) => error && onEnd())
  })
}
