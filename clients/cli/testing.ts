import { execFile } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import { connect, createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { Transform } from 'node:stream'
import { until } from '#server/testing/platform/server-process.ts'

export type Result = { code: number; out: string; error: string }

const SOURCE = [process.execPath, path.join(import.meta.dirname, 'latchkey.ts')]

/** Runs commands against a server with a token, as a build does: without a terminal. */
export const newCommand =
  (server: string, token: string, [command = '', ...first]: string[] = SOURCE, cwd = process.cwd()) =>
  (...words: string[]) =>
    new Promise<Result>((resolve) => {
      const { PATH = '', HOME = '' } = process.env
      const env = { PATH, HOME, LATCHKEY_SERVER: server, LATCHKEY_TOKEN: token }
      const child = execFile(command, [...first, ...words], { env, cwd }, (failure, out, error) =>
        resolve({ code: Number(failure?.code ?? 0), out, error }),
      )
      child.stdin?.end()
    })

/**
 * Forwards connections. Breaks off an upload once so many bytes of it were sent and half of them have arrived, as often as `cuts` says.
 * `starts` are the bytes at which uploads begin.
 */
export async function cuttingProxy(target: string, { after, cuts }: { after: number; cuts: number }) {
  const { port, hostname } = new URL(target)
  const seen = { starts: [] as number[], cuts: 0 }
  const receivedOf = async (address: string) => ((await (await fetch(target + address)).json()) as Progress).received
  const proxy = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    const end = () => {
      client.destroy()
      upstream.destroy()
    }
    let sent = 0
    let address = ''
    const watching = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        const put = /^PUT (\S+) [^]*?\r\n\r\n/.exec(chunk.toString('latin1'))
        if (put) {
          address = put[1] ?? ''
          sent = 0
          seen.starts.push(Number(/content-range: bytes (\d+)-/i.exec(put[0])?.[1] ?? 0))
        }
        sent += chunk.length
        if (address === '' || sent < after || seen.cuts === cuts) return done(null, chunk)
        seen.cuts++
        const wanted = (seen.starts.at(-1) ?? 0) + after / 2
        this.push(chunk)
        void until(async () => (await receivedOf(address)) >= wanted).then(end, end)
      },
    })
    client.on('error', end).on('close', end)
    upstream.on('error', end).on('close', end)
    client.pipe(watching).pipe(upstream).pipe(client)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, seen, close: () => proxy.close() }
}

type Progress = { received: number }

type Handler = (request: http.IncomingMessage, response: http.ServerResponse, pass: () => Promise<Response>) => unknown

/** A server between the command and the portal, which may answer in its place. */
export async function serverBetween(target: string, handle: Handler) {
  const server = http.createServer((request, response) => void answer(request, response, target, handle))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

const OF_THE_CONNECTION = new Set(['connection', 'host', 'content-length'])

async function answer(request: http.IncomingMessage, response: http.ServerResponse, target: string, handle: Handler) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { method = 'GET', url = '/' } = request
  const headers = Object.entries(request.headers).filter(([name]) => !OF_THE_CONNECTION.has(name))
  const body = chunks.length > 0 ? new Uint8Array(Buffer.concat(chunks)) : null
  const pass = () =>
    fetch(new URL(url, target), { method, headers: Object.fromEntries(headers) as Record<string, string>, body })
  await handle(request, response, pass)
  if (response.writableEnded || response.destroyed) return
  const passed = await pass()
  response.writeHead(passed.status, { 'content-type': passed.headers.get('content-type') ?? '' })
  response.end(await passed.text())
}
