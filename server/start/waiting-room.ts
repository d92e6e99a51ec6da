import { StartupError } from '#server/database/startup-error.ts'
import { http } from '#server/platform/http/node-http.ts'

type Address = { port: number; host: string }

/** Answers on the port until the database is available: alive, but not ready. */
export async function openWaitingRoom({ port, host }: Address) {
  const server = http.createServer(({ url }, response) => {
    const live = url === '/health/live'
    response.writeHead(live ? 200 : 503, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'retry-after': '2',
    })
    response.end(JSON.stringify(live ? { status: 'live' } : { message: 'Starting. Please try again in a moment.' }))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve)
  }).catch(explain(port))
  return {
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export type WaitingRoom = Awaited<ReturnType<typeof openWaitingRoom>>

/** Explains in a sentence why the port cannot be opened. */
export const explain = (port: number) => (error: NodeJS.ErrnoException) => {
  if (error.code === 'EADDRINUSE')
    throw new StartupError(`Port ${port} is in use by another program. Choose a free one.`)
  if (error.code === 'EACCES')
    throw new StartupError(`Port ${port} may not be opened by this user. Choose one above 1024.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    throw new StartupError(`Port ${port} cannot be opened: its host is not an address of this computer.`)
  throw error
}
