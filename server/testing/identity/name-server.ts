import { createSocket } from 'node:dgram'
import dns from 'node:dns/promises'
import { once } from 'node:events'
import { decode, encode, type Answer } from 'dns-packet'

/** A name server on this machine, as if it were the system's from now on. `records`: TXT records by their names. `addresses`: likewise. */
export async function startNameServer() {
  const records = new Map<string, string[]>()
  const addresses = new Map<string, string>()
  const socket = createSocket('udp4')
  socket.on('message', (packet, { port, address }) => {
    const { id, questions = [] } = decode(packet)
    const answers = questions.flatMap(({ name, type }): Answer[] => {
      const address = addresses.get(name)
      if (address && type === 'A') return [{ type: 'A' as const, name, ttl: 1, data: address }]
      return (records.get(name) ?? []).map((data) => ({ type: 'TXT' as const, name, ttl: 1, data }))
    })
    // 3: there is no such name.
    const flags = 0x80 | (answers.length > 0 ? 0 : 3)
    socket.send(encode({ type: 'response', id: id ?? 0, flags, questions, answers }), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { Resolver } = dns
  class ItsResolver extends Resolver {
    constructor() {
      super()
      this.setServers([`127.0.0.1:${socket.address().port}`])
    }
  }
  Object.assign(dns, { Resolver: ItsResolver })
  const close = () => {
    Object.assign(dns, { Resolver })
    socket.close()
  }
  return { records, addresses, close }
}
