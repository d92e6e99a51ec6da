import { createReadStream } from 'node:fs'
import http, { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { agentFor } from './agents.ts'

/** The rest of a file, streamed. */
type FileBody = { path: string; from: number; size: number; onRead: (bytes: number) => void }

export type Send = {
  method: string
  url: URL
  headers: Record<string, string>
  body?: string | FileBody
  /** Milliseconds in which nothing is sent or received. */
  idleTimeout: number
}

export type Reply = { status: number; headers: IncomingHttpHeaders; text: string }

/** The file can't be sent: it became shorter or longer than announced, or can't be read. */
export class FileFailed extends Error {}

/** Characters: no answer of the portal is that long. */
const LONGEST_ANSWER = 200_000_000

/** One request. Follows no redirect. Rejects if there is no answer. Throws if the proxy is invalid. */
export function send({ method, url, headers, body, idleTimeout }: Send) {
  const options = { method, headers, timeout: idleTimeout, agent: agentFor(url) }
  return new Promise<Reply>((resolve, reject) => {
    const request = url.protocol === 'https:' ? https.request(url, options) : http.request(url, options)
    let isAnswered = false
    request.on('timeout', () => request.destroy(new Error(`no answer for ${idleTimeout / 1000} seconds`)))
    // A server that refuses early closes the connection while the file is still being sent.
    request.on('error', (error) => isAnswered || reject(error))
    request.on('response', (response) => {
      isAnswered = true
      readText(response)
        .then((text) => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
        .catch(reject)
        .finally(() => request.writableFinished || request.destroy())
    })
    if (typeof body === 'object') sendFile(request, body)
    else request.end(body)
  })
}

async function readText(response: IncomingMessage) {
  response.setEncoding('utf8')
  let text = ''
  for await (const chunk of response) {
    text += chunk
    if (text.length > LONGEST_ANSWER) throw new Error('the answer is too long')
  }
  return text
}

/** Reads no further than the size that was announced. */
function sendFile(request: ClientRequest, { path, from, size, onRead }: FileBody) {
  if (from === size) return request.end()
  const file = createReadStream(path, { start: from, end: size - 1, highWaterMark: 262_144 })
  let read = 0
  file.on('data', (chunk) => {
    read += chunk.length
    onRead(chunk.length)
  })
  file.on('error', ({ code, message }: NodeJS.ErrnoException) =>
    request.destroy(new FileFailed(code === 'ENOENT' ? CHANGED : `Can’t read ${path}: ${code ?? message}.`)),
  )
  file.on('end', () => (from + read === size ? request.end() : request.destroy(new FileFailed(CHANGED))))
  request.on('close', () => file.destroy())
  file.pipe(request, { end: false })
}

export const CHANGED = 'The file changed while it was uploaded. Run the command again once it is complete.'
