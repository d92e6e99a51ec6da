import { Readable } from 'node:stream'
import type { SendMailOptions, Transporter } from 'nodemailer'

/** Milliseconds to wait for the next step of the mail server, for its verdict on the whole email, and in all. */
export type Patience = { step: number; verdict: number; all: number }

/**
 * A server may check an email that it has for ten minutes (RFC 5321, 4.5.3.2.6). It often delivers it although no one waits any more, so
 * that another attempt would be a second email.
 */
export const PATIENCE: Patience = { step: 30_000, verdict: 600_000, all: 840_000 }

const CONNECTING = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000 }

/** Imported for the first email: it takes megabytes. */
export async function openTransport(url: string, { all }: Patience) {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ url, ...CONNECTING, socketTimeout: all })
  transport.use('stream', ({ data, message }, done) => {
    message.processFunc((input) => Readable.from(followed(input, data as Progress), { objectMode: false }))
    done()
  })
  return transport
}

type Progress = { onPart: () => void; onEnd: () => void }

/** Is read when the server has asked for the email. */
async function* followed(input: AsyncIterable<unknown>, { onPart, onEnd }: Progress) {
  for await (const part of input) {
    onPart()
    yield part
  }
  onEnd()
}

/** Sends the email. Throws what the server says against it, or where it fell silent. */
export async function handOver(transport: Transporter, message: SendMailOptions, { step, verdict, all }: Patience) {
  const silence = new AbortController()
  const wait = (milliseconds: number, words: string) =>
    setTimeout(
      () => silence.abort(new Error(`The mail server ${words} within ${milliseconds / 1000} seconds`)),
      milliseconds,
    )
  const whole = wait(all, 'did not take the email')
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
    clearTimeout(whole)
  }
}
