import { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Database } from '#server/database/database.ts'
import { notify } from './queries.ts'

const CHANNEL = 'latchkey'

/** Milliseconds for reconnecting and for checking an idle connection. */
const PACE = { firstRetry: 250, lastRetry: 1000, pulse: 5000, answer: 2000 }

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

  const hear = ({ about, ...news }: SignalAbout) => listeners.get(about)?.forEach((listener) => listener(news))
  const notifyAll = () => listeners.forEach((those) => those.forEach((listener) => listener(AGAIN)))

  return {
    /** Also reports 'again' after connecting. Returns a function that unsubscribes. */
    subscribe: (about: string, listener: Listener) => {
      const those = listeners.get(about) ?? new Set()
      listeners.set(about, those.add(listener))
      listening ??= keepListening({ url, onError, hear, onListening: notifyAll, signal: stopping.signal })
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

type Ear = Options & { hear: (told: SignalAbout) => void; onListening: () => void; signal: AbortSignal }

/** Reconnects until the signal. Never rejects. */
async function keepListening({ signal, ...ear }: Ear) {
  const onError = (error: Error) => !signal.aborted && ear.onError(error)
  let wait = PACE.firstRetry
  const onListening = () => {
    wait = PACE.firstRetry
    ear.onListening()
  }
  while (!signal.aborted) {
    await listen({ ...ear, onError, onListening, signal }).catch(onError)
    await delay(wait, undefined, { signal, ref: false }).catch(() => undefined)
    wait = Math.min(wait * 2, PACE.lastRetry)
  }
}

async function listen({ url, onError, hear, onListening, signal }: Ear) {
  const socket = new Socket()
  const cut = () => socket.destroy()
  const client = openClient(url, socket).on('error', onError)
  const ended = new Promise<void>((resolve) => client.once('end', resolve))
  client.on('notification', ({ payload = '' }) => attempt(() => hear(JSON.parse(payload)), onError))
  // A half-open connection looks like an idle one.
  const pulse = setInterval(() => client.query('select 1').catch(cut), PACE.pulse).unref()
  signal.addEventListener('abort', cut)
  try {
    await client.connect()
    await client.query(`listen ${CHANNEL}`)
    onListening()
    await ended
  } finally {
    clearInterval(pulse)
    signal.removeEventListener('abort', cut)
    cut()
  }
}

/** Our own socket can be destroyed when the connection no longer answers. */
const openClient = (url: string, socket: Socket) =>
  new pg.Client({
    connectionString: url,
    application_name: 'latchkey events',
    connectionTimeoutMillis: PACE.answer,
    query_timeout: PACE.answer,
    keepAlive: true,
    stream: () => socket,
  })

/** An invalid notification must not stop the server. */
function attempt(run: () => void, onError: (error: Error) => void) {
  try {
    run()
  } catch (error) {
    onError(error instanceof Error ? error : new Error(String(error)))
  }
}
