import { Transform } from 'node:stream'
import type { SendMailOptions, Transporter } from 'nodemailer'

/** Milliseconds to wait for the next step of the mail server, and for its verdict on the whole email. */
export type Patience = { step: number; verdict: number }

/**
 * A server may check an email that it has for ten minutes (RFC 5321, 4.5.3.2.6). It often delivers it although no one waits any more, so
 * that another attempt would be a second email.
 */
export const PATIENCE: Patience = { step: 30_000, verdict: 600_000 }

const CONNECTING = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000 }

/** Imported for the first email: it takes megabytes. */
export async function openTransport(url: string, { verdict }: Patience) {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ url, ...CONNECTING, socketTimeout: verdict })
  transport.use('stream', ({ data, message }, done) => {
    message.transform(() => followed(data as Progress))
    done()
  })
  return transport
}

type Progress = { onPart: () => void; onEnd: () => void }

const followed = ({ onPart, onEnd }: Progress) =>
  new Transform({
    transform: (chunk, _encoding, next) => {
      onPart()
      next(null, chunk)
    },
    flush: (next) => {
      onEnd()
      next()
    },
  })

/** Sends the email. Throws what the server says against it, or where it fell silent. */
export async function handOver(transport: Transporter, message: SendMailOptions, { step, verdict }: Patience) {
  const silence = new AbortController()
  const wait = (milliseconds: number, words: string) =>
    setTimeout(
      () => silence.abort(new Error(`The mail server ${words} within ${milliseconds / 1000} seconds`)),
      milliseconds,
    )
  let timer = wait(step, 'did not ask for the email')
  const next = (milliseconds: number, words: string) => {
    clearTimeout(timer)
    timer = wait(milliseconds, words)
  }
  const progress: Progress = {
    onPart: () => next(step, 'did not take the next part of the email'),
    onEnd: () => next(verdict, 'did not say whether it accepts the email'),
  }
  try {
    await transport.sendMail({ ...message, ...progress, signal: silence.signal })
  } catch (error) {
    throw silence.signal.aborted ? silence.signal.reason : error
  } finally {
    clearTimeout(timer)
  }
}
