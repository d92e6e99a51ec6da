import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import S3rver from 's3rver'
import { onTestFinished } from 'vitest'
import { createObjects } from '#server/platform/storage/objects.ts'
import { config, db, platform } from '#server/testing/testing.ts'

const secret = await platform.secrets.open('upload-links')

export const openObjects = (endpoint: string) =>
  createObjects({
    config: {
      ...config,
      s3: { bucket: 'latchkey', endpoint, region: 'us-east-1', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    },
    db,
    limits: platform.limits,
    secret,
  })

/** A bucket for the length of the test. */
export async function openBucket() {
  const directory = await mkdtemp(path.join(tmpdir(), 'latchkey-bucket-'))
  const configureBuckets = [{ name: 'latchkey', configs: [] as [] }]
  const server = new S3rver({ address: '127.0.0.1', port: 0, directory, silent: true, configureBuckets })
  const { port } = await server.run()
  onTestFinished(() => server.close())
  return openObjects(`http://127.0.0.1:${port}`)
}
