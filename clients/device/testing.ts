import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

export type Result = { code: number; out: string; error: string }

let devices = 0

/** Runs commands of a device with its own state file in `folder`. */
export function newDevice(folder: string, server: string) {
  const state = path.join(folder, `device-${++devices}.json`)
  const program = path.join(import.meta.dirname, 'cli.ts')
  const runAgainst = (address: string, ...words: string[]) =>
    new Promise<Result>((resolve) => {
      const args = [program, ...words, '--server', address, '--state', state]
      execFile(process.execPath, args, (failure, out, error) =>
        resolve({ code: Number(failure?.code ?? 0), out, error }),
      )
    })
  return {
    state,
    file: (name: string) => path.join(folder, `${devices}-${name}`),
    run: (...words: string[]) => runAgainst(server, ...words),
    runOffline: (...words: string[]) => runAgainst('http://127.0.0.1:9', ...words),
    remembered: () => JSON.parse(readFileSync(state, 'utf8')) as { licensing: Record<string, string | undefined> },
  }
}
