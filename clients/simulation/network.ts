import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What lies between an office and the server. */
export type Weather = 'up' | 'down' | 'captive portal' | 'faults'

/** A proxy of an office, whose weather can change. */
export async function openNetwork(server: string) {
  let weather: Weather = 'up'
  let answers = 0
  const proxy = createServer((request, response) => {
    if (weather === 'down') return void request.destroy()
    if (weather === 'captive portal') return void response.end('<html>Accept our terms</html>')
    if (weather === 'faults') return void response.writeHead(500).end('{"message":"Internal error"}')
    answers++
    const { method = 'GET', url = '/', headers } = request
    const onward = forward(new URL(url, server), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    weather: () => weather,
    turn: (next: Weather) => void (weather = next),
    answers: () => answers,
    close: () => {
      proxy.closeAllConnections()
      proxy.close()
    },
  }
}
export type Network = Awaited<ReturnType<typeof openNetwork>>
