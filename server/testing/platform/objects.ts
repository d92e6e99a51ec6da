import { mkdtemp, rm } from 'node:fs/promises'
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
