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
  }).catch(explain(port, 'PORT'))
  return {
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export type WaitingRoom = Awaited<ReturnType<typeof openWaitingRoom>>

/** Explains in a sentence why the port of a setting cannot be opened. */
export const explain =
  (port: number, setting: 'PORT' | 'METRICS_PORT' | 'INBOUND_SMTP_PORT') => (error: NodeJS.ErrnoException) => {
    const cannot = `The setting ${setting} is not usable: port ${port}`
    if (error.code === 'EADDRINUSE') throw new StartupError(`${cannot} is in use. Choose a free one.`)
    if (error.code === 'EACCES')
      throw new StartupError(`${cannot} may not be opened by this user. Choose 1024 or higher.`)
    if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
      throw new StartupError(
        `The setting ${setting.replace('PORT', 'HOST')} is not usable: it isn’t an address of this computer.`,
      )
    throw error
  }
