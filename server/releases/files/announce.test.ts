import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { files } from '#contract/releases/files.ts'
import { makeVersion } from '#demo/rows/releases.ts'
import { emails } from '#server/database/schema/emails.ts'
import { versions } from '#server/database/schema/releases.ts'
import { publishScheduled } from '#server/releases/publications/publish-scheduled.ts'
import { publishNow, uploadFile } from '#server/testing/releases/files.ts'
import { db, inDays, newUser, platform, signIn } from '#server/testing/testing.ts'

const publisher = await signIn({ role: 'admin' })
const colleague = await newUser({ role: 'admin', organizationId: null })
const suspended = await newUser({ role: 'admin', organizationId: null, status: 'suspended' })
const agent = await newUser({ role: 'agent', organizationId: null })

afterEach(async () => {
  await db.delete(versions)
  await db.delete(emails)
})

const change = (id: string, body: object) => publisher.call(files.change, { params: { id }, body })
const draftOf = async (version: string) => {
  const body = { version, fileName: 'setup.exe', fileUrl: await uploadFile(publisher) }
  return (await publisher.call(files.upload, { body })).body
}
const mailsTo = (to: string) => db.select().from(emails).where(eq(emails.to, to)).orderBy(emails.createdAt)

test('every active admin hears of a published version and the latest, not of its draft, the publisher too', async () => {
  const { body: version } = await publisher.call(files.upload, { body: { version: '5.0.0', fileName: 'setup.exe' } })
  const { body: complete } = await change(version.id, { fileUrl: await uploadFile(publisher) })
  await publishNow(publisher, complete)
  await publisher.call(files.setLatest, { params: version })
  await publisher.call(files.setLatest, { params: version })
  for (const to of [publisher.user.email, colleague.email])
    expect((await mailsTo(to)).map(({ kind, subject }) => [kind, subject])).toEqual([
      ['release-changed', 'Version 5.0.0 was published on Latchkey'],
      ['release-changed', 'Version 5.0.0 is now the latest on Latchkey'],
    ])
  const [published, latest] = await mailsTo(colleague.email)
  expect(published?.text).toContain('Customers can download it now.')
  expect(latest?.text).toContain(`made Windows 5.0.0 the latest version.`)
  expect(latest?.text).toMatch(/SHA-256 of its file: [0-9a-f]{64}/)
  for (const to of [suspended.email, agent.email]) expect(await mailsTo(to)).toEqual([])
})

test('one email says that a version was published or promoted as the latest', async () => {
  await publishNow(publisher, await draftOf('5.0.0'), { isLatest: true })
  const { body: published } = await publishNow(publisher, await draftOf('6.0.0'), { channel: 'beta' })
  await publishNow(publisher, published, { channel: 'stable', isLatest: true })
  expect((await mailsTo(colleague.email)).map(({ subject }) => subject)).toEqual([
    'Version 5.0.0 was published as the latest on Latchkey',
    'Version 6.0.0 was published on Latchkey',
    'Version 6.0.0 was promoted to stable as the latest on Latchkey',
  ])
})

test('admins read that the portal published a version at its time', async () => {
  const draft = await draftOf('5.0.0')
  await publishNow(publisher, draft, { publishAt: inDays(1) })
  await db.update(versions).set({ publishAt: inDays(-1) })
  await publishScheduled(platform, draft.id)
  const [, published] = await mailsTo(colleague.email)
  expect(published?.text).toContain('The portal published Windows 5.0.0.')
})

test('admins hear of the version that takes the place of a withdrawn one, and of one that is activated', async () => {
  const version = await makeVersion(db, { version: '5.0.0', isLatest: true })
  const { id: nextLatestId } = await makeVersion(db, { version: '4.0.0' })
  await change(version.id, { isActive: false })
  expect(await mailsTo(colleague.email)).toEqual([])
  await change(version.id, { isActive: false, nextLatestId })
  await change(version.id, { isActive: true })
  await change(version.id, { rolloutPercent: 5 })
  const texts = (await mailsTo(colleague.email)).map(({ text }) => text)
  expect(texts).toEqual([
    expect.stringContaining('made Windows 4.0.0'),
    expect.stringContaining('activated Windows 5.0.0'),
  ])
})

test('a scheduled version can be stopped by canceling its schedule, and admins read so', async () => {
  const { body: version } = await publisher.call(files.upload, { body: { version: '6.0.0', fileName: 'setup.exe' } })
  const { body: complete } = await change(version.id, { fileUrl: await uploadFile(publisher) })
  await publishNow(publisher, complete, { publishAt: inDays(2) })
  const [scheduled] = await mailsTo(colleague.email)
  expect(scheduled?.text).toContain('If you did not expect this, cancel its schedule and end the sessions of the admin')
})
