import { createServer, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { createObjects } from '#server/platform/storage/objects.ts'
import { config, platform } from '#server/testing/testing.ts'

/** Scanners know this harmless text as malware. In two parts, so that none deletes this file. */
export const EICAR = Buffer.from(String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR` + '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*')

const secret = await platform.secrets.open('upload-links')

/** The files of the portal, with this scanner. */
export const scannedBy = (clamdUrl: string) => createObjects({ ...platform, config: { ...config, clamdUrl }, secret })

/**
 * Speaks the protocol of clamd for the length of the test: PING, and INSTREAM with what `judge` says of the file. Returns its address. Without
 * an answer, it hangs up.
 */
export function startScanner(judge: (file: Buffer) => string | undefined) {
  return startServer((socket) => {
    let received = Buffer.alloc(0)
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk])
      if (received.equals(Buffer.from('zPING\0'))) socket.end('PONG\0')
      const file = fileIn(received)
      const verdict = file && judge(file)
      if (verdict) socket.end(`stream: ${verdict}\0`)
      else if (file) socket.destroy()
    })
  })
}

/** For the length of the test. Returns its address. */
export async function startServer(answer: (socket: Socket) => void) {
  const server = createServer((socket) => answer(socket.on('error', () => undefined))).listen(0, '127.0.0.1')
  await new Promise((resolve) => void server.once('listening', resolve))
  onTestFinished(() => new Promise((resolve) => void server.close(() => resolve())))
  return `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`
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
