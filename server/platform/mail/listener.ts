import type { FastifyBaseLogger } from 'fastify'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { HttpError } from '#server/platform/http/errors.ts'
import { toHttpError } from '#server/platform/http/error-handler.ts'
import { reasonOf } from '#server/platform/http/logging.ts'
import { received } from './mail-metrics.ts'

export type Mailbox = {
  /** Throws a refusal if the address takes no email. */
  check: (address: string) => Promise<void>
  take: (email: { address: string; sender: string; source: Uint8Array<ArrayBuffer> }) => Promise<Receipt>
}

type Receipt = { result: 'written' | 'repeated' | 'automatic'; userId?: string; organizationId?: string | null }

const MOST_BYTES = 40 * 1024 * 1024

/** Milliseconds in which an email must arrive, once it is its turn. */
const LONGEST = 30_000

const LONGEST_SILENCE = 120_000

const MOST_CONNECTIONS = 50

const PATIENCE = 5000

type Listener = { host: string; port: number; mailbox: Mailbox; log: FastifyBaseLogger }

/** Takes emails from a mail server over SMTP, each only when it is stored: until then the mail server keeps it and tries again. */
export async function listenForMail({ host, port, mailbox, log }: Listener) {
  const inTurn = createQueue()

  /** A mail server that is slow, or sends without end, leaves the turn to others. */
  async function readInTime(stream: SMTPServerDataStream, id: string) {
    let isLate = false
    const cut = setTimeout(() => {
      isLate = true
      ;[...server.connections].find(({ session }) => session.id === id)?.close()
    }, LONGEST)
    try {
      return await readAll(stream)
    } catch (error) {
      throw isLate ? new HttpError(503, `An email did not arrive within ${LONGEST / 1000} seconds.`) : error
    } finally {
      clearTimeout(cut)
    }
  }

  async function take(stream: SMTPServerDataStream, { id, envelope }: SMTPServerSession) {
    const begun = performance.now()
    const [address = ''] = envelope.rcptTo.map((recipient) => recipient.address)
    const sender = envelope.mailFrom ? envelope.mailFrom.address : ''
    const taken = await inTurn(async () => mailbox.take({ address, sender, source: await readInTime(stream, id) }))
    received.inc({ result: taken.result })
    log.info({ ...taken, ms: Math.round(performance.now() - begun) }, 'email taken')
  }

  function record(error: Error, refusal: HttpError) {
    const result = isPassing(refusal) ? 'deferred' : 'refused'
    received.inc({ result })
    if (refusal.statusCode === 500) log.error({ err: error }, 'email deferred')
    else if (result === 'deferred') log.warn({ reason: reasonOf(error).message }, 'email deferred')
    else log.info({ reason: refusal.message }, 'email refused')
  }

  const answer = (work: Promise<void>, refused: RefusalCode, done: (error?: Error | null) => void) =>
    void work.then(
      () => done(),
      (error: NodeJS.ErrnoException) => {
        const refusal = toHttpError(error)
        const isEmail = refused === UNUSABLE || isPassing(refusal)
        if (isEmail && !DISCONNECTED.includes(error.code ?? '')) record(error, refusal)
        done(replyOf(refusal, refused))
      },
    )

  const server = new SMTPServer({
    name: host,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    hideENHANCEDSTATUSCODES: false,
    size: MOST_BYTES,
    maxRecipients: 1,
    maxClients: MOST_CONNECTIONS,
    maxAllowedUnauthenticatedCommands: false,
    socketTimeout: LONGEST_SILENCE,
    closeTimeout: PATIENCE,
    onRcptTo: ({ address }, _session, done) => answer(mailbox.check(address), UNKNOWN_MAILBOX, done),
    onData: (stream, session, done) => answer(take(stream, session), UNUSABLE, done),
  })
  // Without one, an error would end the process.
  server.on('error', (error) => log.debug({ err: error }, 'connection of a mail server failed'))
  const listening = server.listen(port, host)
  await once(listening, 'listening')
  return {
    port: (listening.address() as AddressInfo).port,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

const DISCONNECTED = ['ECONNECTION', 'ERR_STREAM_PREMATURE_CLOSE']

/** Grows, because an email in small pieces would take many times its size. */
async function readAll(stream: SMTPServerDataStream) {
  const buffer = new ArrayBuffer(0, { maxByteLength: MOST_BYTES })
  const bytes = new Uint8Array(buffer)
  for await (const chunk of stream) {
    if (stream.sizeExceeded) continue
    const place = buffer.byteLength
    buffer.resize(place + (chunk as Buffer).length)
    bytes.set(chunk as Buffer, place)
  }
  if (stream.sizeExceeded) throw new HttpError(413, `An email can have at most ${MOST_BYTES / 1024 ** 2} MB.`)
  return new Uint8Array(buffer.transferToFixedLength())
}

const isPassing = ({ statusCode }: HttpError) => statusCode >= 500 || statusCode === 429 || statusCode === 409

const UNKNOWN_MAILBOX = 550
const UNUSABLE = 554
type RefusalCode = typeof UNKNOWN_MAILBOX | typeof UNUSABLE

/** 4xx: the mail server tries again. 5xx: it returns the email to its sender with these words, in ASCII. */
function replyOf(refusal: HttpError, refused: RefusalCode) {
  const words = refusal.message.replaceAll('’', "'").replace(/[^\x20-\x7e]+/g, ' ')
  return Object.assign(new Error(words), { responseCode: isPassing(refusal) ? 451 : refused })
}

/** One email is in memory at a time. Others wait in their connection. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>) => {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }
}
