import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { makeLicense } from '#demo/rows/licenses.ts'
import { app, db, signIn } from '#server/testing/testing.ts'
import { publishedKeys } from './published-keys.ts'

type SessionOptions = { folder: string; server: string; computer: string; keys: Record<string, string> }
/** Command line of a session, which reads one command per line and prints its status as a line of JSON. */
export type Program = (options: SessionOptions) => string[]
type Answer = { mayRun: boolean; code: string; warnings: string[] }

/** Files of the tests' computers in `root`, a server with its public keys, and sessions that end with their test. */
export function prepareSessions() {
  const root = mkdtempSync(path.join(tmpdir(), 'sessions-'))
  const running: { kill: () => void }[] = []
  const server = { url: '', keys: {} as Record<string, string> }
  beforeAll(async () => {
    server.url = await app.listen({ port: 0, host: '127.0.0.1' })
    server.keys = await publishedKeys()
  })
  afterEach(() => {
    for (const session of running.splice(0)) session.kill()
  })
  afterAll(() => rmSync(root, { recursive: true }))
  const start = <Shown extends object = Answer>(command: string[]) => {
    const session = startSession<Shown>(command)
    running.push(session)
    return session
  }
  return { root, server, start }
}

export function startSession<Shown extends object = Answer>([command = '', ...args]: string[]) {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    ask: async (...words: string[]) => {
      child.stdin.write(`${words.join(' ')}\n`)
      const { value, done } = await lines.next()
      if (done) throw new Error(`The process ended with ${child.exitCode ?? child.signalCode}.`)
      return JSON.parse(value) as Shown
    },
    kill: () => child.kill('SIGKILL'),
  }
}

export async function newLicense() {
  const { organizationId } = await signIn()
  const { id, licenseKey } = await makeLicense(db, { organizationId })
  return { key: licenseKey, organizationId, license: { scope: 'all', id } as const }
}
