import { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Database } from '#server/database/database.ts'
import { notify } from './queries.ts'

/** The channel that every process of the portal listens on. */
const CHANNEL = 'latchkey'

/** Milliseconds: a lost connection is tried again until it is back, and a quiet one is asked whether it is there. */
const PACE = { firstRetry: 250, lastRetry: 1000, pulse: 5000, answer: 2000 }

/** Something happened to a ticket. It tells what to read again, never what is written there. */
export type TicketNews = {
  ticketId: string
  kind: 'message' | 'changed'
  /** Only staff hear of it. */
  isInternal: boolean
}

/** What is told that is about no ticket: jobs started or ended. Only admins may listen. */
export const JOBS = 'jobs'

/** 'again': nobody listened for a while, so anything may have happened. */
export type News = Pick<TicketNews, 'isInternal'> & { kind: TicketNews['kind'] | 'again' }
type Listener = (news: News) => void
/** `about`: a ticket's id, or JOBS. */
type Told = News & { about: string }

const AGAIN: News = { kind: 'again', isInternal: false }

/** Tells every process, once the caller's transaction is committed. Rolled back, nobody hears of it. */
export const publish = (tx: Database, { ticketId, ...news }: TicketNews) => tell(tx, { about: ticketId, ...news })

export const publishJobs = (db: Database) => tell(db, { about: JOBS, kind: 'changed', isInternal: true })

const tell = (tx: Database, told: Told) => notify(tx, CHANNEL, JSON.stringify(told))

type Options = { url: string; onError: (error: Error) => void }

export type Events = ReturnType<typeof createEvents>

/** What this process hears, on one connection of its own that stands from the first listener on. */
export function createEvents({ url, onError }: Options) {
  const listeners = new Map<string, Set<Listener>>()
  const stopping = new AbortController()
  let listening: Promise<void> | undefined

  const hear = ({ about, ...news }: Told) => listeners.get(about)?.forEach((listener) => listener(news))
  const tellAll = () => listeners.forEach((those) => those.forEach((listener) => listener(AGAIN)))

  return {
    /** Also the first connection tells to read again: it may have taken a while. Returns how to end it. */
    subscribe: (about: string, listener: Listener) => {
      const those = listeners.get(about) ?? new Set()
      listeners.set(about, those.add(listener))
      listening ??= keepListening({ url, onError, hear, onListening: tellAll, signal: stopping.signal })
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

type Ear = Options & { hear: (told: Told) => void; onListening: () => void; signal: AbortSignal }

/** Until the signal comes. Never rejects: a lost connection is reported and tried again. */
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

/** Returns when the connection has ended. */
async function listen({ url, onError, hear, onListening, signal }: Ear) {
  const socket = new Socket()
  const cut = () => socket.destroy()
  const client = openClient(url, socket).on('error', onError)
  const ended = new Promise<void>((resolve) => client.once('end', resolve))
  client.on('notification', ({ payload = '' }) => attempt(() => hear(JSON.parse(payload)), onError))
  // A connection whose other end is gone without a word looks like one on which nothing happens.
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

/** The socket is ours, so that a connection that answers nothing can be cut. */
const openClient = (url: string, socket: Socket) =>
  new pg.Client({
    connectionString: url,
    application_name: 'latchkey events',
    connectionTimeoutMillis: PACE.answer,
    query_timeout: PACE.answer,
    keepAlive: true,
    stream: () => socket,
  })

/** Nothing that comes over the channel may stop the server. */
function attempt(run: () => void, onError: (error: Error) => void) {
  try {
    run()
  } catch (error) {
    onError(error instanceof Error ? error : new Error(String(error)))
  }
}
