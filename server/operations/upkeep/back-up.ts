import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Platform } from '#server/platform/platform.ts'
import { insertBackup, setVerified } from './queries.ts'

const COMMANDS = path.join(import.meta.dirname, '../../commands')

/** Job: saves and verifies a backup, if BACKUP_TO is set. Separate processes keep the load and memory of it out of the server. */
export async function backUp({ config, db }: Platform) {
  const { to } = config.backup
  if (!to) return
  const [name] = /latchkey-\w+\.backup/.exec(await run('backup')) ?? []
  if (!name) throw new Error('The backup has no name')
  await insertBackup(db, { name, place: to })
  await run('backup-verify', '--from', `${to.replace(/\/$/, '')}/${name}`)
  await setVerified(db, name)
}

/** Returns what the command printed. Throws its own sentence. */
async function run(command: string, ...args: string[]) {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [path.join(COMMANDS, `${command}.ts`), ...args])
    return stdout
  } catch (error) {
    const { stderr = '', message } = error as { stderr?: string; message: string }
    throw new Error(stderr.trim() || message, { cause: error })
  }
}
