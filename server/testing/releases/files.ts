import { randomBytes } from 'node:crypto'
import type { Version } from '#contract/releases/files.ts'
import { publications, type Publication } from '#contract/releases/publications.ts'
import { MAX_SIZE, uploads } from '#contract/releases/uploads.ts'
import { app, type Person } from '#server/testing/testing.ts'

const origin = await app.listen({ port: 0, host: '127.0.0.1' })

/** How a file of each kind starts. */
const starts = {
  exe: Buffer.from('MZ'),
  msi: Buffer.from('d0cf11e0a1b11ae1', 'hex'),
  zip: Buffer.from('PK\x03\x04'),
}

export const fileOf = (kind: keyof typeof starts, size = 1000) => Buffer.concat([starts[kind], randomBytes(size)])

type Caller = Pick<Person, 'call'>

/** The URL that took this person's file. */
export async function uploadFile(person: Caller, bytes = fileOf('exe'), fileName = 'setup.exe') {
  const { body } = await person.call(uploads.request, {
    body: { fileName, purpose: 'application', size: Math.min(bytes.length, MAX_SIZE.application) },
  })
  const { pathname, search } = new URL(body.uploadURL)
  await fetch(`${origin}${pathname}${search}`, { method: 'PUT', body: new Uint8Array(bytes) })
  return body.uploadURL
}

type ShownVersion = Pick<Version, 'id' | 'channel' | 'rolloutPercent' | 'minimumVersion' | 'updatedAt'>

type Publishing = typeof publications.publish | typeof publications.release

/** As the publish sheet does with what it has shown. */
export const publishNow = (
  person: Caller,
  { id, ...shown }: ShownVersion,
  changes: Partial<Publication> = {},
  endpoint: Publishing = publications.publish,
) => {
  const { channel, rolloutPercent, minimumVersion, updatedAt } = shown
  const body = { channel, rolloutPercent, minimumVersion, updatedAt, isLatest: false, publishAt: null, ...changes }
  return person.call(endpoint, { params: { id }, body })
}
