import { createServer } from 'node:http'
import { StartupError } from './startup-error.ts'

type Address = { port: number; host: string }

/** Holds the port while the database is not there yet: alive, not ready, and no request goes unanswered. */
export async function openWaitingRoom({ port, host }: Address) {
  const server = createServer(({ url }, response) => {
    const live = url === '/health/live'
    response.writeHead(live ? 200 : 503, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'retry-after': '2',
    })
    response.end(JSON.stringify(live ? { status: 'live' } : { message: 'Starting. Please try again in a moment.' }))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explain(error, port)))
    server.listen(port, host, resolve)
  })
  return {
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Why a port cannot be listened on, in a sentence. */
export function explain(error: NodeJS.ErrnoException, port: number) {
  if (error.code === 'EADDRINUSE')
    return new StartupError(`Port ${port} is in use by another program. Set PORT to a free one.`)
  if (error.code === 'EACCES')
    return new StartupError(`Port ${port} may not be opened by this user. Set PORT to one above 1024.`)
  return error
}
