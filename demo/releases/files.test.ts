import { createHash } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { eq, isNotNull, isNull, or } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { seedDemo } from '#demo/demo.ts'
import { objects } from '#server/database/schema/objects.ts'
import { releaseNotes, versions } from '#server/database/schema/releases.ts'
import { ticketAttachments } from '#server/database/schema/support/tickets.ts'
import { contentOf } from '#server/platform/storage/kinds/content.ts'
import { config, db, platform } from '#server/testing/testing.ts'
import { storeDemoFiles } from './files.ts'

const folder = path.join(config.dataDirectory, 'objects')
const sorted = (names: string[]) => names.toSorted((one, other) => one.localeCompare(other))

/** Without unfinished uploads. */
async function stored() {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return sorted(entries.filter((entry) => entry.isFile()).map(({ name }) => name))
}

test('a portal without the demo gets no files', async () => {
  await storeDemoFiles(platform)
  expect(await stored()).toEqual([])
})

test('every release file matches its row and its extension', async () => {
  await seedDemo(db, { ...config, demoPassword: 'a demo password' })
  // Two processes start at once.
  await Promise.all([storeDemoFiles(platform), storeDemoFiles(platform)])
  const rows = await db.select().from(objects).innerJoin(versions, eq(versions.objectId, objects.id))
  const kept = await db.select({ key: objects.key }).from(objects)
  expect(await stored()).toEqual(sorted(kept.map(({ key }) => key)))
  expect(rows).toHaveLength(8)
  for (const { objects: object, versions: version } of rows) {
    const bytes = await buffer(await platform.objects.read(object.key))
    const { starts, extension } = contentOf('application', object.key)
    expect(starts.some((start) => bytes.subarray(0, start.length).equals(start))).toBe(true)
    expect(version.fileName.endsWith(extension)).toBe(true)
    expect([bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([object.size, object.sha256])
    expect(createHash('sha512').update(bytes).digest('base64')).toBe(object.sha512)
  }
})

test('every attachment matches its row and its extension', async () => {
  const rows = await db.select().from(objects).innerJoin(ticketAttachments, eq(ticketAttachments.objectId, objects.id))
  expect(rows.length).toBeGreaterThan(10)
  for (const { objects: object, ticket_attachments: attachment } of rows) {
    const bytes = await buffer(await platform.objects.read(object.key))
    const { starts, isGenuine, type } = contentOf('attachment', attachment.fileName)
    expect(starts.length === 0 || starts.some((start) => bytes.subarray(0, start.length).equals(start))).toBe(true)
    expect(await isGenuine?.(bytes)).not.toBe(false)
    expect([attachment.type, attachment.size, object.size]).toEqual([type, bytes.length, bytes.length])
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(object.sha256)
  }
})

test('the next start recreates a lost file and leaves the others unchanged', async () => {
  const before = await stored()
  const [lost = '', ...others] = before
  const untouched = await buffer(await platform.objects.read(others[0] ?? ''))
  await rm(path.join(folder, lost))
  await storeDemoFiles(platform)
  expect(await stored()).toEqual(before)
  expect((await buffer(await platform.objects.read(others[0] ?? ''))).equals(untouched)).toBe(true)
})

test('the demo has beta versions, one with a partial rollout, and a minimum version', async () => {
  const offers = await db
    .select({ version: versions.version, rollout: versions.rolloutPercent, minimum: versions.minimumVersion })
    .from(versions)
    .where(or(eq(versions.channel, 'beta'), isNotNull(versions.minimumVersion)))
    .orderBy(versions.version)
  expect(offers).toEqual([
    { version: '4.3.0', rollout: 100, minimum: '4.1.0' },
    { version: '4.3.0', rollout: 100, minimum: '4.1.0' },
    { version: '4.4.0-beta.1', rollout: 100, minimum: null },
    { version: '4.4.0-beta.2', rollout: 25, minimum: null },
  ])
})

test('the demo has a latest version, a withdrawn, a scheduled and a draft one, and one without a file', async () => {
  expect(await db.$count(versions, eq(versions.isLatest, true))).toBe(1)
  expect(await db.$count(versions, eq(versions.isActive, false))).toBe(3)
  expect(await db.$count(versions, eq(versions.architecture, 'arm64'))).toBe(1)
  expect(await db.$count(versions, isNull(versions.publishedAt))).toBe(2)
  expect(await db.$count(versions, isNotNull(versions.publishAt))).toBe(1)
  expect((await db.$count(versions)) - (await db.$count(versions, isNotNull(versions.objectId)))).toBe(1)
  expect(await db.$count(releaseNotes)).toBe(await db.$count(versions))
})
