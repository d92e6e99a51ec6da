import { and, eq, sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { downloads } from '#contract/releases/downloads.ts'
import { FILE_IS_SCHEDULED, files } from '#contract/releases/files.ts'
import {
  NOT_IN_THE_FUTURE,
  NOT_SCHEDULED,
  ONLY_DRAFTS,
  TOO_FAR_AHEAD,
  publications,
} from '#contract/releases/publications.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { emails } from '#server/database/schema/emails.ts'
import { versions } from '#server/database/schema/releases.ts'
import { publishNow, uploadFile } from '#server/testing/releases/files.ts'
import { db, inDays, platform, signIn } from '#server/testing/testing.ts'
import { publishDue, publishScheduled } from './publish-scheduled.ts'

const admin = await signIn({ role: 'admin' })
const customer = await signIn({ role: 'customer' })

afterEach(() => db.delete(versions))

async function scheduled(changes: object = {}) {
  const fileUrl = await uploadFile(admin)
  const draft = await admin.call(files.upload, { body: { version: '5.0.0', fileName: 'setup.exe', fileUrl } })
  const answer = await publishNow(admin, draft.body, { publishAt: inDays(2), ...changes })
  return { ...answer, id: draft.body.id }
}

const change = (id: string, body: object) => admin.call(files.change, { params: { id }, body })
const cancel = (id: string) => admin.call(publications.cancel, { params: { id } })
const offered = async () => (await customer.call(downloads.list)).body.map(({ version }) => version)
const countOf = (id: string, action: 'version.published' | 'version.publication-failed') =>
  db.$count(auditLog, and(eq(auditLog.subjectId, id), eq(auditLog.action, action)))

/** As if its time had come. */
const makeDue = (id: string) =>
  db
    .update(versions)
    .set({ publishAt: sql`now() - interval '1 second'` })
    .where(eq(versions.id, id))

test('a scheduled version is published at its time and not before, once, however often the job runs', async () => {
  const { id, body } = await scheduled({ isLatest: true })
  expect(body).toMatchObject({ state: 'scheduled', isActive: false, isLatest: false, publishesAsLatest: true })
  await publishScheduled(platform, id)
  expect(await offered()).toEqual([])
  await makeDue(id)
  await Promise.all(Array.from({ length: 5 }, () => publishScheduled(platform, id)))
  expect((await admin.call(files.versions)).body).toMatchObject([
    { state: 'published', isLatest: true, publishAt: null, publishesAsLatest: false },
  ])
  expect(await offered()).toEqual(['5.0.0'])
  expect(await countOf(id, 'version.published')).toBe(1)
})

test('the job is queued for its time in the transaction that schedules it', async () => {
  const { id } = await scheduled()
  const { rows } = await db.execute(
    sql`select extract(epoch from start_after - now())::float8 as seconds from pgboss.job
        where name = 'publish-version' and data->>'versionId' = ${id}`,
  )
  expect(rows).toEqual([{ seconds: expect.closeTo(2 * 86_400, -2) }])
})

test.each([
  ['the past', -1, NOT_IN_THE_FUTURE],
  ['two years', 730, TOO_FAR_AHEAD],
])('a time in %s is refused', async (_name, days, message) => {
  const { status, body, id } = await scheduled({ publishAt: inDays(days) })
  expect([status, body]).toEqual([400, expect.objectContaining({ errors: { publishAt: message } })])
  expect((await admin.call(files.versions)).body).toMatchObject([{ id, state: 'draft', publishAt: null }])
})

test('a due version whose job was lost is published by the next hourly run, and others are not', async () => {
  const { id } = await scheduled()
  await publishDue(platform)
  expect(await offered()).toEqual([])
  await makeDue(id)
  await Promise.all([publishDue(platform), publishDue(platform)])
  expect(await offered()).toEqual(['5.0.0'])
  expect(await countOf(id, 'version.published')).toBe(1)
})

test('a canceled schedule is a draft, and its job publishes nothing', async () => {
  const { id } = await scheduled()
  expect((await cancel(id)).body).toMatchObject({ state: 'draft', publishAt: null })
  expect(await cancel(id)).toMatchObject({ status: 409, message: NOT_SCHEDULED })
  await publishScheduled(platform, id)
  expect(await offered()).toEqual([])
})

test('the job of an earlier schedule does not publish before the later one', async () => {
  const { id, body } = await scheduled()
  expect((await publishNow(admin, body, { publishAt: inDays(5) })).body.state).toBe('scheduled')
  await publishScheduled(platform, id)
  expect(await offered()).toEqual([])
  await makeDue(id)
  await publishScheduled(platform, id)
  await publishScheduled(platform, id)
  expect(await countOf(id, 'version.published')).toBe(1)
})

test('a scheduled version keeps the file that was confirmed, and is not deleted', async () => {
  const { id } = await scheduled()
  const fileUrl = await uploadFile(admin)
  expect(await change(id, { fileUrl })).toMatchObject({ status: 409, message: FILE_IS_SCHEDULED })
  const removal = await admin.call(publications.remove, { params: { id } })
  expect(removal).toMatchObject({ status: 409, message: ONLY_DRAFTS })
})

test('a version that cannot be published at its time is a draft again, and the admins hear of it', async () => {
  const { id } = await scheduled({ isLatest: true })
  await makeDue(id)
  await db.update(versions).set({ channel: 'beta' }).where(eq(versions.id, id))
  await publishScheduled(platform, id)
  await publishScheduled(platform, id)
  expect((await admin.call(files.versions)).body).toMatchObject([{ state: 'draft', publishAt: null }])
  expect(await countOf(id, 'version.publication-failed')).toBe(1)
  const mails = await db.select().from(emails).where(eq(emails.to, admin.user.email))
  expect(
    mails.filter(({ subject }) => subject.startsWith('Version 5.0.0 was not published as scheduled')),
  ).toHaveLength(1)
})

test('a publication that is interrupted changes nothing, and the next run does all of it', async () => {
  const { id } = await scheduled({ isLatest: true })
  await makeDue(id)
  // The emails are the last thing it writes.
  await db.execute(sql`alter table emails add constraint down check (kind <> 'release-changed') not valid`)
  await expect(publishScheduled(platform, id)).rejects.toThrow()
  await db.execute(sql`alter table emails drop constraint down`)
  expect(await offered()).toEqual([])
  expect(await countOf(id, 'version.published')).toBe(0)
  await publishScheduled(platform, id)
  expect((await admin.call(files.versions)).body).toMatchObject([{ state: 'published', isLatest: true }])
})

test('a schedule that is canceled while its job runs is published or a draft, never both', async () => {
  const { id } = await scheduled()
  await makeDue(id)
  const [answer] = await Promise.all([cancel(id), publishScheduled(platform, id)])
  const isCanceled = answer.status === 200
  expect(await offered()).toEqual(isCanceled ? [] : ['5.0.0'])
  expect(await countOf(id, 'version.published')).toBe(isCanceled ? 0 : 1)
})
