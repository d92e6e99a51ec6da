import { licenseIdOf, latestOf, type Identity, type LicensingState } from './license-state.ts'
import { verifyLicenseFile } from './license-file.ts'
import { parseState } from './parse-state.ts'

/** Saves the license state. Methods may throw. createFileStore is an implementation. */
export type Store = {
  /** Calls `warn` if the state is damaged and an older or empty one is returned. */
  read: (warn: (problem: string) => void) => LicensingState
  write: (state: LicensingState) => void
  /** Locks out other processes until the returned function is called. Returns null while another process has the lock. */
  tryLock?: () => (() => void) | null
}

type Operation = 'read' | 'write' | 'lock'

type Options = { store: Store; identity: Identity; report: (error: unknown) => void }

const LOCK_ATTEMPTS = 150
const LOCK_PAUSE_MS = 100

export type SavedState = ReturnType<typeof openSavedState>

export function openSavedState({ store, identity, report }: Options) {
  let state: LicensingState = {}
  let storedText = ''
  let isUnsaved = false
  const problems: Partial<Record<Operation, string | undefined>> = {}

  function reportOnce(kind: Operation, error: unknown) {
    const problem = error === undefined ? undefined : withoutDraft(error)
    if (problem !== undefined && problem !== problems[kind]) report(error)
    problems[kind] = problem
  }

  /** Loads changes of other processes. */
  function refresh() {
    try {
      let problem: string | undefined
      const found = parseState(store.read((warning) => (problem = warning)))
      reportOnce('read', problem)
      adopt(found)
      if (problem !== undefined) isUnsaved = licenseIdOf(state, identity) !== undefined
    } catch (error) {
      reportOnce('read', error)
    }
  }

  function adopt(found: LicensingState) {
    const text = JSON.stringify(found)
    if (text === storedText) return
    const [theirs, mine] = [found.revision ?? 0, state.revision ?? 0]
    if (theirs < mine || (isUnsaved && theirs === mine)) {
      // Never saved, deleted, or restored from a backup: save the running application's state again.
      isUnsaved = true
      return
    }
    const next = isUnsaved ? merge(state, found) : found
    isUnsaved = next !== found
    state = next
    storedText = text
  }

  /** Another process saved while this one couldn't. For the same activation, the later signed answer wins. */
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
      storedText = JSON.stringify(parseState(revised))
      isUnsaved = false
      reportOnce('read', undefined)
      reportOnce('write', undefined)
    } catch (error) {
      isUnsaved = true
      reportOnce('write', error)
    }
  }

  async function lock(): Promise<() => void> {
    for (let attempt = 0; attempt < LOCK_ATTEMPTS; attempt++) {
      const release = tryLock()
      if (release) return release
      await new Promise((resolve) => setTimeout(resolve, LOCK_PAUSE_MS))
    }
    // Continue without the lock: each process still reads the other's changes before it writes.
    return () => {}
  }

  function tryLock(): (() => void) | null {
    try {
      const release = store.tryLock ? store.tryLock() : () => {}
      reportOnce('lock', undefined)
      return release && (() => reportErrorsOf(release))
    } catch (error) {
      reportOnce('lock', error)
      return () => {}
    }
  }

  function reportErrorsOf(work: () => void) {
    try {
      work()
    } catch (error) {
      report(error)
    }
  }

  return {
    current: () => state,
    isUnsaved: () => isUnsaved,
    /** Why the state can't be read or saved. */
    problem: () => problems.write ?? problems.read,
    refresh,
    save,
    /** Runs `work` without waiting for the lock. */
    change<T>(work: () => T): T {
      const release = tryLock()
      try {
        refresh()
        return work()
      } finally {
        release?.()
      }
    },
    /** Runs `work` with other processes locked out. */
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

/** Each draft has another name. */
const withoutDraft = (error: unknown) =>
  String(error instanceof Error ? error.message : JSON.stringify(error)).replace(/[\da-f-]{36}/, '')
