import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Milliseconds. */
const LINGER = 5000

/** Lets a client whose body is refused finish sending, and discards the rest. It would not see the answer if the connection closed before. */
export function lingerOverRefused(app: FastifyInstance) {
  app.addHook('onSend', ({ raw }, reply, payload, done) => {
    // Fastify and Node would close the connection immediately.
    if (!raw.complete) reply.removeHeader('connection').raw.shouldKeepAlive = true
    done(null, payload)
  })
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    if (!raw.complete) {
      const timer = setTimeout(() => raw.destroy(), LINGER)
      raw.once('close', () => clearTimeout(timer)).resume()
      if (wantsEnd(raw)) raw.once('end', () => raw.socket.end())
    }
    done()
  })
}

const wantsEnd = ({ headers, httpVersion }: IncomingMessage) => headers.connection === 'close' || httpVersion === '1.0'
