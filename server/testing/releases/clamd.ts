import { createServer, type AddressInfo, type Socket } from 'node:net'

/** Scanners know this harmless text as malware. In two parts, so that none deletes this file. */
export const EICAR = Buffer.from(String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR` + '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*')

export const knowsEicar = (file: Buffer) => (file.includes(EICAR) ? 'Eicar-Test-Signature FOUND' : 'OK')

export type Judge = (file: Buffer) => string | undefined | Promise<string | undefined>

/** Speaks the protocol of clamd: PING, and INSTREAM with what `judge` says of the file. Without an answer, it hangs up. */
export const openScanner = (judge: Judge) =>
  openServer((socket) => {
    let received = Buffer.alloc(0)
    socket.on('data', async (chunk) => {
      received = Buffer.concat([received, chunk])
      if (received.equals(Buffer.from('zPING\0'))) socket.end('PONG\0')
      const file = fileIn(received)
      const verdict = file && (await judge(file))
      if (verdict) socket.end(`stream: ${verdict}\0`)
      else if (file) socket.destroy()
    })
  })

export async function openServer(answer: (socket: Socket) => void) {
  const server = createServer((socket) => answer(socket.on('error', () => undefined))).listen(0, '127.0.0.1')
  await new Promise((resolve) => void server.once('listening', resolve))
  const close = () => new Promise<void>((resolve) => void server.close(() => resolve()))
  return { address: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

const START = 'zINSTREAM\0'

/** Undefined until the last chunk is there. */
function fileIn(received: Buffer) {
  if (received.subarray(0, START.length).toString() !== START) return undefined
  const chunks: Buffer[] = []
  for (let at = START.length; at + 4 <= received.length;) {
    const length = received.readUInt32BE(at)
    if (length === 0) return Buffer.concat(chunks)
    chunks.push(received.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return undefined
}
