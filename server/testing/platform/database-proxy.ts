import { openLink, type Link } from './link.ts'

/** A simple query that says commit, as the driver sends it. */
const COMMIT = Buffer.concat([Buffer.from('Q\0\0\0\x0b'), Buffer.from('commit\0')])

type Loss = {
  /** Before: PostgreSQL never hears of the commit. After: it has committed, and the portal never hears of that. */
  moment: 'before' | 'after'
  done: () => void
}

/** A link between the portal and PostgreSQL that can lose a commit or fall silent. */
export async function openDatabaseProxy(databaseUrl: string) {
  let loss: Loss | undefined
  let lastWords: string | undefined
  let cutWords: string | undefined

  const link: Link = await openLink(addressOf(databaseUrl), (data, { far, end }) => {
    if (lastWords !== undefined && data.includes(lastWords)) link.cut()
    if (cutWords !== undefined && data.includes(cutWords)) {
      cutWords = undefined
      end()
      return false
    }
    const lost = data.includes(COMMIT) ? loss : undefined
    if (!lost) return true
    const lose = () => {
      end()
      lost.done()
    }
    loss = undefined
    if (lost.moment === 'after') far.removeAllListeners('data').once('data', lose)
    else lose()
    return lost.moment === 'after'
  })

  return {
    url: throughPort(databaseUrl, link.port),
    /** Resolves when the connection of the next commit has been cut. */
    loseCommit: (moment: Loss['moment']) => new Promise<void>((done) => (loss = { moment, done })),
    /** From the first statement on that says this, nothing is passed on any more and nothing is cut. */
    fallSilentAt: (words: string) => void (lastWords = words),
    /** Ends the connection with the next statement that says this. */
    endAt: (words: string) => void (cutWords = words),
    hasEnded: () => cutWords === undefined,
    connections: link.connections,
    endAll: link.endAll,
    close: link.close,
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
