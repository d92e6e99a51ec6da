import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import type { LicensingState } from '#clients/typescript/license-state.ts'
import type { TrustedKeys } from '#clients/typescript/license-file.ts'

/** State of the simulated device. Contains secrets, so the file is private. */
export type State = {
  server?: string
  deviceFingerprint?: string
  deviceName?: string
  deviceOs?: string
  keys?: TrustedKeys
  licensing?: LicensingState
}

export const DEFAULT_STATE_FILE = path.join(homedir(), '.latchkey-device.json')

export function readState(file: string): State {
  try {
    const state: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof state !== 'object' || state === null || Array.isArray(state)) throw new Error('It isn’t an object.')
    return state
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new Error(`Can’t read the state file ${file}. Delete it to start over.`, { cause: error })
  }
}

/** Renames a draft, so that a crash leaves the old file or the new one. */
export function writeState(file: string, state: State) {
  mkdirSync(path.dirname(file), { recursive: true })
  const draft = `${file}.part`
  writeFileSync(draft, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 })
  renameSync(draft, file)
}
