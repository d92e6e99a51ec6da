import { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

/** Milliseconds for reconnecting and for checking an idle connection. */
const PACE = { firstRetry: 250, lastRetry: 1000, pulse: 5000, answer: 2000 }

type Options = {
  url: string
  channel: string
  onNotification: (payload: string) => void
  /** After each connection: notifications may have been missed before. */
  onListening: () => void
  onError: (error: Error) => void
}

/** Listens to notifications on a separate connection. Reconnects until it is closed. */
export function keepListening(options: Options) {
  const closing = new AbortController()
  const listening = listenUntil(closing.signal, options)
  return {
    close: async () => {
      closing.abort()
      await listening
    },
  }
}

/** Never rejects. */
async function listenUntil(signal: AbortSignal, options: Options) {
  const onError = (error: Error) => !signal.aborted && options.onError(error)
  let wait = PACE.firstRetry
  const onListening = () => {
    wait = PACE.firstRetry
    options.onListening()
  }
  while (!signal.aborted) {
    await listen(signal, { ...options, onError, onListening }).catch(onError)
    await delay(wait, undefined, { signal, ref: false }).catch(() => undefined)
    wait = Math.min(wait * 2, PACE.lastRetry)
  }
}

async function listen(signal: AbortSignal, { url, channel, onError, onNotification, onListening }: Options) {
  const socket = new Socket()
  const cut = () => socket.destroy()
  const client = openClient(url, socket).on('error', onError)
  const ended = new Promise<void>((resolve) => client.once('end', resolve))
  client.on('notification', ({ payload = '' }) => attempt(() => onNotification(payload), onError))
  // A half-open connection looks like an idle one.
  const pulse = setInterval(() => client.query('select 1').catch(cut), PACE.pulse).unref()
  signal.addEventListener('abort', cut)
  try {
    await client.connect()
    await client.query(`listen ${pg.escapeIdentifier(channel)}`)
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
