import type { Database } from '#server/database/database.ts'
import { keepListening } from './listener.ts'
import { notify } from './queries.ts'

const CHANNEL = 'latchkey'

/** An event of a ticket. Says what to refetch and contains no content. */
export type TicketSignal = {
  ticketId: string
  /** 'presence': colleagues came, went, type or follow. */
  kind: 'message' | 'changed' | 'presence'
  isInternal: boolean
}

export const JOBS = 'jobs'
export const WEBHOOKS = 'webhooks'

/** 'again': events may have been missed while disconnected. */
export type Signal = Pick<TicketSignal, 'isInternal'> & { kind: TicketSignal['kind'] | 'again' }
type Listener = (signal: Signal) => void
/** `about` is a ticket's id or JOBS. */
type SignalAbout = Signal & { about: string }

const AGAIN: Signal = { kind: 'again', isInternal: false }

export const publish = (tx: Database, { ticketId, ...signal }: TicketSignal) => emit(tx, { about: ticketId, ...signal })

export const publishJobs = (db: Database) => emit(db, { about: JOBS, kind: 'changed', isInternal: true })

const emit = (tx: Database, signal: SignalAbout) => notify(tx, CHANNEL, JSON.stringify(signal))

type Options = { url: string; onError: (error: Error) => void }

export type Events = ReturnType<typeof createEvents>

export function createEvents({ url, onError }: Options) {
  const listeners = new Map<string, Set<Listener>>()
  let connection: ReturnType<typeof keepListening> | undefined

  const onNotification = (payload: string) => {
    const { about, ...signal } = JSON.parse(payload) as SignalAbout
    listeners.get(about)?.forEach((listener) => listener(signal))
  }
  const notifyAll = () => listeners.forEach((those) => those.forEach((listener) => listener(AGAIN)))

  return {
    /** Also reports 'again' after connecting. Returns a function that unsubscribes. */
    subscribe: (about: string, listener: Listener) => {
      const those = listeners.get(about) ?? new Set()
      listeners.set(about, those.add(listener))
      connection ??= keepListening({ url, channel: CHANNEL, onError, onNotification, onListening: notifyAll })
      return () => {
        those.delete(listener)
        if (those.size === 0 && listeners.get(about) === those) listeners.delete(about)
      }
    },
    stop: async () => connection?.close(),
  }
}
