import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import type { Decision } from '#contract/devices.ts'

/** What the device remembers. The token is a secret: the file is for its owner alone. */
export type State = {
  server?: string
  licenseKey?: string
  deviceFingerprint?: string
  deviceName?: string
  deviceOs?: string
  deviceToken?: string
  /** The last conclusive one, by which the device goes while there is no other. */
  decision?: Decision
}

export const DEFAULT_STATE_FILE = path.join(homedir(), '.latchkey-device.json')

export function readState(file: string): State {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as State
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new Error(`The state file ${file} cannot be read. Remove it to start over.`, { cause: error })
  }
}

/** Whole or not at all, so that a crash leaves the device what it knew. */
export function writeState(file: string, state: State) {
  mkdirSync(path.dirname(file), { recursive: true })
  const draft = `${file}.part`
  writeFileSync(draft, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 })
  renameSync(draft, file)
}
