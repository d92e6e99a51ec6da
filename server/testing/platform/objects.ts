import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request as forwardTo, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import S3rver from 's3rver'
import { onTestFinished } from 'vitest'
import { createObjects } from '#server/platform/storage/objects.ts'
import { config, db, platform } from '#server/testing/testing.ts'

const secret = await platform.secrets.open('upload-links')

export const bucketAt = (endpoint: string) => ({
  bucket: 'latchkey',
  endpoint,
  region: 'us-east-1',
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
})

export const openObjects = (endpoint: string) =>
  createObjects({
    config: { ...config, s3: bucketAt(endpoint) },
    db,
    limits: platform.limits,
    secret,
  })

/** A bucket for the length of the test. Returns its endpoint. */
export async function startBucket() {
  const directory = await mkdtemp(path.join(tmpdir(), 'latchkey-bucket-'))
  const configureBuckets = [{ name: 'latchkey', configs: [] as [] }]
  const server = new S3rver({ address: '127.0.0.1', port: 0, directory, silent: true, configureBuckets })
  const { port } = await server.run()
  onTestFinished(async () => {
    await server.close()
    await rm(directory, { recursive: true, force: true })
  })
  return `http://127.0.0.1:${port}`
}

export const openBucket = async () => openObjects(await startBucket())

type Exchange = { request: IncomingMessage; response: ServerResponse; forward: () => void }

/** A bucket behind a server that may answer itself, or forward requests late. Returns its endpoint. */
export async function startOddBucket(answer: (exchange: Exchange) => unknown) {
  const { hostname, port } = new URL(await startBucket())
  const server = createServer((request, response) => {
    const { method, url: path, headers } = request
    const forward = () =>
      request.pipe(
        forwardTo({ hostname, port, method, path, headers, agent: false }, (answered) => {
          response.writeHead(answered.statusCode ?? 500, answered.headers)
          answered.pipe(response)
        }),
      )
    answer({ request, response, forward })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A bucket that refuses everything with this status. Returns its endpoint. */
export async function bucketThatAnswers(status: number) {
  const server = createServer((_request, response) => response.writeHead(status).end()).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
