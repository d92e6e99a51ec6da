import { execFile } from 'node:child_process'
import path from 'node:path'

export type ProgramOutput = { exitCode: number; text: string }

/** A device: the demo device program in its own process, which talks HTTP only. */
export function newDevice({ server, uuid, name }: { server: string; uuid: string; name: string }, folder: string) {
  const state = path.join(folder, `${name}.json`)
  const about = ['--server', server, '--uuid', uuid, '--name', name, '--os', 'Windows 11 Pro 24H2', '--state', state]
  return (...command: string[]) =>
    new Promise<ProgramOutput>((resolve) => {
      execFile(process.execPath, ['clients/device/cli.ts', ...command, ...about], (error, stdout, stderr) =>
        resolve({ exitCode: typeof error?.code === 'number' ? error.code : error ? -1 : 0, text: stdout + stderr }),
      )
    })
}
