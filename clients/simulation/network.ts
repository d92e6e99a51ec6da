import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'

export type NetworkState = 'up' | 'down' | 'captive portal' | 'faults'

/** An office's proxy, which can be made to fail. */
export async function openNetwork(server: string) {
  let state: NetworkState = 'up'
  let errors = 0
  const proxy = createServer((request, response) => {
    if (state === 'down') return void request.destroy()
    if (state === 'captive portal') return void response.end('<html>Accept our terms</html>')
    if (state === 'faults') return void response.writeHead(500).end('{"message":"Internal error"}')
    const { method = 'GET', url = '/', headers } = request
    const onward = forward(new URL(url, server), { method, headers }, (answer) => {
      const { statusCode = 502 } = answer
      if (statusCode >= 500 || statusCode === 429) errors++
      response.writeHead(statusCode, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => {
      errors++
      response.destroy()
    })
    request.pipe(onward)
  })
  // Longer than the test, so that no connection closes under a request.
  proxy.keepAliveTimeout = 600_000
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    state: () => state,
    setState: (next: NetworkState) => void (state = next),
    /** Number of requests that the server could not answer. */
    errors: () => errors,
    close: () => {
      proxy.closeAllConnections()
      proxy.close()
    },
  }
}
export type Network = Awaited<ReturnType<typeof openNetwork>>
