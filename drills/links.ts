import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { Stage } from './stage.ts'

export type Link = Awaited<ReturnType<typeof openLink>>

/** A port of this computer that leads to another one, and can be cut like a cable: nothing arrives, and nothing is closed. */
export async function openLink(stage: Stage, target: number) {
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (data) => isCut || to.write(data))
      from.on('error', () => from.destroy())
      from.on('close', () => {
        sockets.delete(from)
        if (!isCut) to.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const closeAll = () => sockets.forEach((socket) => socket.destroy())
  stage.onClose(async () => {
    closeAll()
    server.close()
  })
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => void (isCut = true),
    mend: () => {
      isCut = false
      closeAll()
    },
  }
}
