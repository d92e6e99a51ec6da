import { createHash, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { NO_FILE, downloads } from '#contract/releases/downloads.ts'
import { Role } from '#contract/roles.ts'
import { makeVersion } from '#demo/rows/releases.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { releaseNotes, versions } from '#server/database/schema/releases.ts'
import { PROGRAM, publish } from '#server/testing/releases/downloads.ts'
import { db, inDays, signIn, stranger } from '#server/testing/testing.ts'

const customer = await signIn({ role: 'customer' })
const SHA256 = createHash('sha256').update(PROGRAM).digest('hex')

afterEach(() => db.delete(versions))

test('without versions there is nothing to download and nothing new', async () => {
  expect(await customer.call(downloads.list)).toMatchObject({ status: 200, body: [] })
  expect(await customer.call(downloads.releaseNotes)).toMatchObject({ status: 200, body: null })
})

test('active versions are listed newest first, with their file’s size and hash [R-GEN-04 R-API-36 R-ENT-59]', async () => {
  const old = await publish({ version: '4.1.0', platform: 'Windows', createdAt: inDays(-30) })
  const latest = await publish({ version: '4.2.0', isLatest: true, createdAt: inDays(-2) })
  const bare = await makeVersion(db, { version: '4.3.0', createdAt: inDays(-1) })
  await publish({ version: '4.0.0', isActive: false })
  const answer = await customer.call(downloads.list)
  expect(answer.body.map(({ id }) => id)).toEqual([bare.id, latest.id, old.id])
  expect(answer.body[0]).toMatchObject({ hasFile: false, size: 0, sha256: null, isLatest: false })
  expect(answer.body[1]).toEqual({
    id: latest.id,
    platform: 'Windows',
    architecture: 'any',
    version: '4.2.0',
    fileName: 'Setup-4.2.0.exe',
    size: PROGRAM.length,
    sha256: SHA256,
    isLatest: true,
    channel: 'stable',
    hasFile: true,
    createdAt: latest.createdAt,
  })
  expect(answer.headers['cache-control']).toBe('no-store')
})

test('the release notes are those of the latest version, whatever is newer [R-API-38 R-ENT-62]', async () => {
  const latest = await makeVersion(db, { version: '4.2.0', isLatest: true })
  const beta = await makeVersion(db, { version: '4.3.0' })
  await db.insert(releaseNotes).values({ versionId: beta.id, title: 'Not yet' })
  expect((await customer.call(downloads.releaseNotes)).body).toBeNull()
  const notes = { title: 'Quicker', description: 'A quicker start.', newFeatures: ['Search'], bugFixes: ['Printing'] }
  await db.insert(releaseNotes).values({ versionId: latest.id, ...notes })
  expect((await customer.call(downloads.releaseNotes)).body).toEqual({
    ...notes,
    improvements: [],
    version: '4.2.0',
    createdAt: expect.any(String),
  })
})

test.each(Role.options)(
  '%s gets the facts of a file and a link that gives exactly its bytes [R-API-39 R-ENT-60]',
  async (role) => {
    const person = await signIn({ role })
    const version = await publish({ version: '4.2.0' })
    const { status, body } = await person.call(downloads.file, { params: version })
    expect(status).toBe(200)
    expect(body).toEqual({
      filename: 'Setup-4.2.0.exe',
      version: '4.2.0',
      fileSize: PROGRAM.length,
      sha256: SHA256,
      downloadUrl: expect.stringMatching(
        /^\/api\/objects\/get\/application-[\w-]{36}\.exe\?expires=\d+&name=Setup-4\.2\.0\.exe&/,
      ),
    })
    const started = await db.select().from(auditLog).where(eq(auditLog.subjectId, version.id))
    expect(started).toMatchObject([
      {
        action: 'download.started',
        actorId: person.user.id,
        organizationId: person.organizationId || null,
        changes: { version: [null, '4.2.0'] },
      },
    ])
  },
)

test('the members of a suspended organization may still download', async () => {
  const member = await signIn({ role: 'customer' })
  await db
    .update(organizations)
    .set({ suspendedAt: inDays(-1) })
    .where(eq(organizations.id, member.organizationId))
  expect((await member.call(downloads.file, { params: await publish() })).status).toBe(200)
})

test('refuses to download a withdrawn, unknown or missing file and audits nothing', async () => {
  const before = await db.$count(auditLog, eq(auditLog.action, 'download.started'))
  const missing = { status: 404, message: 'Version not found' }
  const withdrawn = await publish({ isActive: false })
  expect(await customer.call(downloads.file, { params: withdrawn })).toMatchObject(missing)
  expect(await customer.call(downloads.file, { params: { id: randomUUID() } })).toMatchObject(missing)
  expect((await customer.call(downloads.file, { params: { id: 'latest' } })).status).toBe(400)
  const bare = await makeVersion(db)
  expect(await customer.call(downloads.file, { params: bare })).toMatchObject({ status: 409, message: NO_FILE })
  expect((await stranger().call(downloads.file, { params: bare })).status).toBe(401)
  expect(await db.$count(auditLog, eq(auditLog.action, 'download.started'))).toBe(before)
})

test('limits a user to two hundred downloads an hour without affecting others', async () => {
  const [eager, other] = [await signIn({ role: 'customer' }), await signIn({ role: 'customer' })]
  const version = await publish()
  const ask = async (person: typeof eager) => (await person.call(downloads.file, { params: version })).status
  for (let round = 0; round < 20; round++) await Promise.all(Array.from({ length: 10 }, () => ask(eager)))
  expect(await ask(eager)).toBe(429)
  expect(await ask(other)).toBe(200)
})
