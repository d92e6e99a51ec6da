import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Request } from './benchmarks/request.ts'

/** Milliseconds without a byte after which a server counts as stuck. */
const SILENCE = 10_000

const SUCCESS = /^HTTP\/1\.1 20[01] /
const LENGTH = /\r\ncontent-length: (\d+)\r\n/i

/** `ask` resolves with the whole answer, head and body, or rejects when it is a wrong one; the socket's faults reject `failed`. */
export type Connection = { ask: (request: Request) => Promise<string>; failed: Promise<never>; close: () => void }

/** One keep-alive connection that knows just enough HTTP to be cheaper than what it measures. */
export async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  socket.setTimeout(SILENCE)
  let answered: (text: string) => void = () => {}
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
    if (!isComplete(text)) return
    const answer = text
    text = ''
    answered(answer)
  })
  return {
    ask: async ({ wire, expect }) => {
      socket.write(wire, 'latin1')
      const answer = await new Promise<string>((resolve) => (answered = resolve))
      if (!SUCCESS.test(answer) || !expect.every((part) => answer.includes(part))) throw new WrongAnswer(wire, answer)
      return answer
    },
    failed: failureOf(socket),
    close: () => socket.destroy(),
  }
}

function isComplete(text: string) {
  const headEnd = text.indexOf('\r\n\r\n')
  if (headEnd < 0) return false
  const length = LENGTH.exec(text.slice(0, headEnd + 2))?.[1]
  if (length === undefined) throw new Error(`An answer without content-length: ${text.slice(0, headEnd)}`)
  return text.length >= headEnd + 4 + Number(length)
}

const failureOf = (socket: Socket) =>
  new Promise<never>((_resolve, reject) => {
    socket.on('error', reject)
    socket.on('end', () => reject(new Error('The server closed a connection')))
    socket.on('timeout', () => reject(new Error(`No answer within ${SILENCE / 1000} seconds`)))
  })

class WrongAnswer extends Error {
  constructor(wire: string, answer: string) {
    super(`A wrong answer to ${wire.slice(0, wire.indexOf('\r\n'))}:\n${answer.slice(0, 2000)}`)
  }
}
