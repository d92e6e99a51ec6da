/** The state in memory and in a store that may fail, and that other processes of this computer may share. */
import { licenseIdOf, latestOf, type Identity, type LicensingState } from './license-state.ts'
import { verifyLicenseFile } from './license-file.ts'
import { parseState } from './parse-state.ts'

/** Where the state is saved. Every method may throw. createFileStore is one to use as it is. */
export type Store = {
  /** Call `warn` when the state was damaged and an older or an empty one is returned. */
  read: (warn: (problem: string) => void) => LicensingState
  write: (state: LicensingState) => void
  /** Locks out other processes until the returned function is called; null while another process has the lock. */
  tryLock?: () => (() => void) | null
}

type Options = { store: Store; identity: Identity; report: (error: unknown) => void }

const LOCK_ATTEMPTS = 150
const LOCK_PAUSE = 100

export type SavedState = ReturnType<typeof openSavedState>

export function openSavedState({ store, identity, report }: Options) {
  let state: LicensingState = {}
  /** The content of the store, as far as known. */
  let saved = ''
  let isUnsaved = false
  const problems: { read?: string | undefined; write?: string | undefined } = {}

  function note(kind: 'read' | 'write', error: unknown) {
    const problem = error === undefined ? undefined : error instanceof Error ? error.message : JSON.stringify(error)
    if (problem !== undefined && problem !== problems[kind]) report(error)
    problems[kind] = problem
  }

  /** Takes over the changes of other processes. */
  function refresh() {
    try {
      let problem: string | undefined
      const found = parseState(store.read((warning) => (problem = warning)))
      note('read', problem)
      adopt(found)
      if (problem !== undefined) isUnsaved = licenseIdOf(state, identity) !== undefined
    } catch (error) {
      note('read', error)
    }
  }

  function adopt(found: LicensingState) {
    const text = JSON.stringify(found)
    if (text === saved) return
    const [theirs, mine] = [found.revision ?? 0, state.revision ?? 0]
    if (theirs < mine || (isUnsaved && theirs === mine)) {
      // Never saved, or the file was removed, or an older one restored: a running application saves its state again.
      isUnsaved = true
      return
    }
    const next = isUnsaved ? merge(state, found) : found
    isUnsaved = next !== found
    state = next
    saved = text
  }

  /** This process could not save, and another one did. Of the same activation, the later signed answer wins. */
  function merge(mine: LicensingState, theirs: LicensingState): LicensingState {
    const isSame = mine.deviceToken === theirs.deviceToken && mine.licenseKey === theirs.licenseKey
    if (!isSame || issuedAt(mine) <= issuedAt(theirs)) return theirs
    return { ...mine, lastSeen: latestOf(mine.lastSeen, theirs.lastSeen), revision: theirs.revision }
  }

  function issuedAt({ licenseFile, importedFile }: LicensingState) {
    return verifyLicenseFile(licenseFile ?? importedFile ?? '', identity).file?.issuedAt ?? ''
  }

  function save(next: LicensingState) {
    const revised = { ...next, revision: Math.max(Date.now(), (state.revision ?? 0) + 1) }
    state = revised
    try {
      store.write(revised)
      saved = JSON.stringify(parseState(revised))
      isUnsaved = false
      note('read', undefined)
      note('write', undefined)
    } catch (error) {
      isUnsaved = true
      note('write', error)
    }
  }

  async function lock(): Promise<() => void> {
    for (let attempt = 0; attempt < LOCK_ATTEMPTS; attempt++) {
      const release = tryLock()
      if (release) return release
      await new Promise((resolve) => setTimeout(resolve, LOCK_PAUSE))
    }
    // Without it, each still notices the changes of the other before it writes.
    return () => {}
  }

  /** A store that cannot lock is used without. */
  function tryLock(): (() => void) | null {
    try {
      const release = store.tryLock ? store.tryLock() : () => {}
      return release && (() => attemptTo(release))
    } catch (error) {
      report(error)
      return () => {}
    }
  }

  function attemptTo(work: () => void) {
    try {
      work()
    } catch (error) {
      report(error)
    }
  }

  return {
    current: () => state,
    isUnsaved: () => isUnsaved,
    /** Why the state cannot be read or saved; undefined while it can. */
    problem: () => problems.write ?? problems.read,
    refresh,
    save,
    /** Changes the state at once, with the lock if it is free. */
    change<T>(work: () => T): T {
      const release = tryLock()
      try {
        refresh()
        return work()
      } finally {
        release?.()
      }
    },
    /** With no other process changing the state until the work is done. */
    async exclusively<T>(work: () => Promise<T> | T): Promise<T> {
      const release = await lock()
      try {
        refresh()
        return await work()
      } finally {
        release()
      }
    },
  }
}
