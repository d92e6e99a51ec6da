import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Request } from './benchmarks/request.ts'

const TIMEOUT_MS = 10_000

const SUCCESS = /^HTTP\/1\.1 20[01] /
const LENGTH = /\r\ncontent-length: (\d+)\r\n/i

/** `ask` resolves with head and body, or rejects if the answer is wrong. `failed` rejects on a socket error. */
export type Connection = { ask: (request: Request) => Promise<string>; failed: Promise<never>; close: () => void }

/** Opens a keep-alive connection with a minimal HTTP parser, which costs less than the server under test. */
export async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  socket.setTimeout(TIMEOUT_MS)
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
  if (length === undefined) throw new Error(`Answer without content-length: ${text.slice(0, headEnd)}`)
  return text.length >= headEnd + 4 + Number(length)
}

const failureOf = (socket: Socket) =>
  new Promise<never>((_resolve, reject) => {
    socket.on('error', reject)
    socket.on('end', () => reject(new Error('The server closed the connection')))
    socket.on('timeout', () => reject(new Error(`No answer within ${TIMEOUT_MS / 1000} seconds`)))
  })

class WrongAnswer extends Error {
  constructor(wire: string, answer: string) {
    super(`Wrong answer to ${wire.slice(0, wire.indexOf('\r\n'))}:\n${answer.slice(0, 2000)}`)
  }
}
