import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The network between an office and the server. */
export type Weather = 'up' | 'down' | 'captive portal' | 'faults'

/** A proxy of an office, whose weather can change. */
export async function openNetwork(server: string) {
  let weather: Weather = 'up'
  let troubles = 0
  const proxy = createServer((request, response) => {
    if (weather === 'down') return void request.destroy()
    if (weather === 'captive portal') return void response.end('<html>Accept our terms</html>')
    if (weather === 'faults') return void response.writeHead(500).end('{"message":"Internal error"}')
    const { method = 'GET', url = '/', headers } = request
    const onward = forward(new URL(url, server), { method, headers }, (answer) => {
      const { statusCode = 502 } = answer
      if (statusCode >= 500 || statusCode === 429) troubles++
      response.writeHead(statusCode, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => {
      troubles++
      response.destroy()
    })
    request.pipe(onward)
  })
  // Longer than the test: no connection ends while the next request is on its way.
  proxy.keepAliveTimeout = 600_000
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    weather: () => weather,
    turn: (next: Weather) => void (weather = next),
    /** How often the server was too busy to decide, or gone. */
    troubles: () => troubles,
    close: () => {
      proxy.closeAllConnections()
      proxy.close()
    },
  }
}
export type Network = Awaited<ReturnType<typeof openNetwork>>
