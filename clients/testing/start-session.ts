import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { makeLicense } from '#demo/rows/licenses.ts'
import { db, signIn } from '#server/testing/testing.ts'

type SessionOptions = { folder: string; server: string; computer: string; keys: Record<string, string> }
/** Command line of a session, which reads one command per line and prints its status as a line of JSON. */
export type Program = (options: SessionOptions) => string[]
type Answer = { mayRun: boolean; code: string; warnings: string[] }

export function startSession([command = '', ...args]: string[]) {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    ask: async (...words: string[]) => {
      child.stdin.write(`${words.join(' ')}\n`)
      const { value, done } = await lines.next()
      if (done) throw new Error(`The process ended with ${child.exitCode ?? child.signalCode}.`)
      return JSON.parse(value) as Answer
    },
    kill: () => child.kill('SIGKILL'),
  }
}

export async function newLicense() {
  const { organizationId } = await signIn()
  const { id, licenseKey } = await makeLicense(db, { organizationId })
  return { key: licenseKey, organizationId, license: { scope: 'all', id } as const }
}
