import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

const REFUSAL = 'Try again later\r\nplease'

/** A mail server that keeps what it takes, after a check. `refuse` names what it answers instead, with these words. */
export async function openPostOffice({
  port = 0,
  refuse = [] as number[],
  words = REFUSAL,
  check = async (_mail: Email) => {},
} = {}) {
  const received: Email[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => {
      const responseCode = refuse.shift()
      done(responseCode ? Object.assign(new Error(words), { responseCode }) : null)
    },
    onData: (stream, _session, done) => {
      void text(stream)
        .then((source) => PostalMime.parse(source))
        .then((mail) => {
          received.push(mail)
          return check(mail)
        })
        .then(() => done())
    },
  })
  const listener = server.listen(port, '127.0.0.1')
  await once(listener, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { received, port: (listener.address() as AddressInfo).port }
}
