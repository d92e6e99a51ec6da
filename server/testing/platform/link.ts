import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket, type TcpSocketConnectOpts } from 'node:net'

/** A connection through a link. `end` closes both sides. */
type Line = { far: Socket; end: () => void }

/** Sees what arrives for the target. False: it is not passed on. */
type Watch = (data: Buffer, line: Line) => boolean

type Target = TcpSocketConnectOpts | { path: string }

export type Link = Awaited<ReturnType<typeof openLink>>

/** A port of this computer that leads to another address, and can be cut like a cable: nothing arrives, and nothing is closed. */
export async function openLink(target: Target, watch: Watch = () => true) {
  const sockets = new Set<Socket>()
  const callers = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    const far = connect(target)
    callers.add(near)
    const end = () => [near, far].forEach((socket) => socket.destroy())
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        callers.delete(socket)
        if (!isCut) end()
      })
    }
    near.on('data', (data) => watch(data, { far, end }) && !isCut && far.write(data))
    far.on('data', (data) => !isCut && near.write(data))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const closeAll = () => sockets.forEach((socket) => socket.destroy())
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => void (isCut = true),
    mend: () => {
      isCut = false
      closeAll()
    },
    connections: () => callers.size,
    /** Ends every connection, with these last bytes for its caller. */
    endAll: (bytes: Buffer) => callers.forEach((caller) => caller.end(bytes)),
    close: async () => {
      closeAll()
      server.close()
      await once(server, 'close')
    },
  }
}
