import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { audit } from '#contract/operations/audit.ts'
import { downloads } from '#contract/releases/downloads.ts'
import { files } from '#contract/releases/files.ts'
import { makeVersion } from '#demo/rows/releases.ts'
import { releaseNotes, versions } from '#server/database/schema/releases.ts'
import { db, inDays, signIn } from '#server/testing/testing.ts'

const admin = await signIn({ role: 'admin' })
const customer = await signIn({ role: 'customer' })

afterEach(() => db.delete(versions))

const write = (body: object) => admin.call(files.writeNotes, { body })

const words = {
  title: 'Quicker',
  description: 'Starts in a second.\nPrints in two.',
  newFeatures: [' Search ', '', '  '],
  improvements: ['Start'],
  bugFixes: [],
}

test('notes are written without their empty entries, and customers read them at once [R-API-80 R-ENT-62]', async () => {
  const version = await makeVersion(db, { version: '5.0.0', isLatest: true })
  const answer = await write({ versionId: version.id, ...words })
  const written = { ...words, newFeatures: ['Search'], version: '5.0.0' }
  expect(answer).toMatchObject({ status: 201, body: { ...written, versionId: version.id } })
  expect((await customer.call(downloads.releaseNotes)).body).toMatchObject(written)
  expect((await admin.call(files.versions)).body).toMatchObject([{ hasNotes: true }])
})

test('written again they are replaced, and listed with the newest version first [R-API-78]', async () => {
  const [old, recent] = [await makeVersion(db, { createdAt: inDays(-9) }), await makeVersion(db)]
  await write({ versionId: recent.id, title: 'Recent' })
  await write({ versionId: old.id, ...words })
  await Promise.all(Array.from({ length: 8 }, () => write({ versionId: old.id, title: 'Better' })))
  const { body } = await admin.call(files.releaseNotes)
  expect(body).toMatchObject([
    { versionId: recent.id, version: recent.version, title: 'Recent', newFeatures: [] },
    { versionId: old.id, version: old.version, title: 'Better', description: '', newFeatures: [] },
  ])
  expect(await db.$count(releaseNotes, eq(releaseNotes.versionId, old.id))).toBe(1)
})

test('If-Match and If-None-Match refuse to overwrite newer notes', async () => {
  const { id: versionId } = await makeVersion(db)
  const writeOver = (headers: Record<string, string>, title: string) =>
    admin.call(files.writeNotes, { body: { versionId, title }, headers })
  const refusal = { status: 409, message: 'Someone else changed this release note. Check it and try again.' }
  const first = await writeOver({ 'if-none-match': '*' }, 'First')
  expect(await writeOver({ 'if-none-match': '*' }, 'Other')).toMatchObject(refusal)
  const second = await writeOver({ 'if-match': `"${first.body.updatedAt}"` }, 'Second')
  expect(second.body.updatedAt > first.body.updatedAt).toBe(true)
  expect(await writeOver({ 'if-match': first.body.updatedAt }, 'Other')).toMatchObject(refusal)
  expect((await admin.call(files.releaseNotes)).body).toMatchObject([{ title: 'Second' }])
})

test.each([
  ['versionId', { title: 'Quicker' }, 'Version is required'],
  ['versionId', { versionId: '', title: 'Quicker' }, 'Version is required'],
  ['title', { versionId: randomUUID() }, 'Title is required'],
  ['title', { versionId: randomUUID(), title: ' ' }, 'Title is required'],
  ['newFeatures', { versionId: randomUUID(), title: 'Q', newFeatures: Array(101).fill('x') }, 'At most 100 entries'],
])('notes without %s are refused [R-VAL-81]', async (field, body, message) => {
  expect(await write(body)).toMatchObject({ status: 400, message, body: { errors: { [field]: message } } })
})

test.each([
  [{ newFeatures: 'text' }],
  [{ newFeatures: [1] }],
  [{ bugFixes: ['\u0000'] }],
  [{ title: 'x'.repeat(201) }],
])('notes with %j are refused', async (wrong) => {
  const version = await makeVersion(db)
  expect((await write({ versionId: version.id, title: 'Quicker', ...wrong })).status).toBe(400)
})

test('notes of a version that is not there are not found', async () => {
  expect(await write({ versionId: randomUUID(), title: 'Quicker' })).toMatchObject({
    status: 404,
    message: 'Version not found',
  })
})

test('what was published is found in the audit log by its group', async () => {
  const version = await makeVersion(db)
  await write({ versionId: version.id, title: 'Quicker' })
  await admin.call(files.setLatest, { params: version })
  const { body } = await admin.call(audit.list, { query: { group: 'publishing', subject: version.id } })
  expect(body.map(({ action }) => action)).toEqual(['version.marked-latest', 'release-notes.updated'])
})
