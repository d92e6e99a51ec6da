import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A simple query that says commit, as the driver sends it. */
const COMMIT = Buffer.concat([Buffer.from('Q\0\0\0\x0b'), Buffer.from('commit\0')])

type Loss = {
  /** Before: PostgreSQL never hears of the commit. After: it has committed, and the portal never hears of that. */
  moment: 'before' | 'after'
  done: () => void
}

/** A proxy between the portal and PostgreSQL that can lose a commit or fall silent. */
export async function openDatabaseProxy(databaseUrl: string) {
  const target = addressOf(databaseUrl)
  const sockets = new Set<Socket>()
  let loss: Loss | undefined
  let isSilent = false
  let lastWords: string | undefined

  const server = createServer((portal) => {
    const database = connect(target)
    const cut = () => [portal, database].forEach((socket) => socket.destroy())
    for (const socket of [portal, database]) {
      sockets.add(socket)
      socket.on('error', cut).on('close', () => {
        sockets.delete(socket)
        cut()
      })
    }
    const lose = ({ done }: Loss) => {
      cut()
      done()
    }
    portal.on('data', (data) => {
      if (lastWords !== undefined && data.includes(lastWords)) isSilent = true
      if (isSilent) return
      const lost = data.includes(COMMIT) ? loss : undefined
      if (!lost) return database.write(data)
      loss = undefined
      if (lost.moment === 'before') return lose(lost)
      database.removeAllListeners('data').once('data', () => lose(lost))
      database.write(data)
    })
    database.on('data', (data) => isSilent || portal.write(data))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: throughPort(databaseUrl, (server.address() as AddressInfo).port),
    /** Resolves when the connection of the next commit has been cut. */
    loseCommit: (moment: Loss['moment']) => new Promise<void>((done) => (loss = { moment, done })),
    /** From the first statement on that says this, nothing is passed on any more and nothing is cut. */
    fallSilentAt: (words: string) => void (lastWords = words),
    close: async () => {
      sockets.forEach((socket) => socket.destroy())
      server.close()
      await once(server, 'close')
    },
  }
}

function addressOf(databaseUrl: string) {
  const { hostname, port, searchParams } = new URL(databaseUrl)
  const folder = searchParams.get('host')
  return folder ? { path: `${folder}/.s.PGSQL.${port || 5432}` } : { host: hostname, port: Number(port || 5432) }
}

function throughPort(databaseUrl: string, port: number) {
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return url.href
}
