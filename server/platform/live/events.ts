import type { Database } from '#server/database/database.ts'
import { keepListening } from './listener.ts'
import { notify } from './queries.ts'

const CHANNEL = 'latchkey'

/** An event of a ticket. Says what to refetch and contains no content. */
export type TicketSignal = {
  ticketId: string
  /** 'presence': colleagues came, went or type. */
  kind: 'message' | 'changed' | 'presence'
  isInternal: boolean
}

export const JOBS = 'jobs'
export const WEBHOOKS = 'webhooks'

/** 'again': events may have been missed while disconnected. */
export type Signal = Pick<TicketSignal, 'isInternal'> & { kind: TicketSignal['kind'] | 'again' }
type Listener = (news: Signal) => void
/** `about` is a ticket's id or JOBS. */
type SignalAbout = Signal & { about: string }

const AGAIN: Signal = { kind: 'again', isInternal: false }

export const publish = (tx: Database, { ticketId, ...news }: TicketSignal) => tell(tx, { about: ticketId, ...news })

export const publishJobs = (db: Database) => tell(db, { about: JOBS, kind: 'changed', isInternal: true })

const tell = (tx: Database, told: SignalAbout) => notify(tx, CHANNEL, JSON.stringify(told))

type Options = { url: string; onError: (error: Error) => void }

export type Events = ReturnType<typeof createEvents>

export function createEvents({ url, onError }: Options) {
  const listeners = new Map<string, Set<Listener>>()
  const stopping = new AbortController()
  let listening: Promise<void> | undefined

  const hear = (payload: string) => {
    const { about, ...news } = JSON.parse(payload) as SignalAbout
    listeners.get(about)?.forEach((listener) => listener(news))
  }
  const notifyAll = () => listeners.forEach((those) => those.forEach((listener) => listener(AGAIN)))

  return {
    /** Also reports 'again' after connecting. Returns a function that unsubscribes. */
    subscribe: (about: string, listener: Listener) => {
      const those = listeners.get(about) ?? new Set()
      listeners.set(about, those.add(listener))
      listening ??= keepListening({
        url,
        channel: CHANNEL,
        onError,
        hear,
        onListening: notifyAll,
        signal: stopping.signal,
      })
      return () => {
        those.delete(listener)
        if (those.size === 0 && listeners.get(about) === those) listeners.delete(about)
      }
    },
    stop: async () => {
      stopping.abort()
      await listening
    },
  }
}
