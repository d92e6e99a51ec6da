import { createHash, randomUUID } from 'node:crypto'
import { desc, eq, inArray } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { downloads } from '#contract/releases/downloads.ts'
import { RESERVED_NAME, UNUSABLE_NAME } from '#contract/releases/file-names.ts'
import { HAS_FILE, VERSION_TAKEN, VersionDraft, files } from '#contract/releases/files.ts'
import { makeVersion } from '#demo/rows/releases.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { objects } from '#server/database/schema/objects.ts'
import { versions } from '#server/database/schema/releases.ts'
import { systemActor } from '#server/platform/actor.ts'
import { fileOf, publishNow, uploadFile } from '#server/testing/releases/files.ts'
import { db, inDays, platform, signIn, statusesOf } from '#server/testing/testing.ts'
import { changeVersion, createDraft } from './actions.ts'

const admin = await signIn({ role: 'admin' })
const customer = await signIn({ role: 'customer' })

afterEach(() => db.delete(versions))

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const upload = (body: object, person = admin) => person.call(files.upload, { body })
const change = (id: string, body: object) => admin.call(files.change, { params: { id }, body })
const auditOf = (id: string) =>
  db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(desc(auditLog.id)).limit(1)

test('versions are listed newest first, withdrawn ones too [R-API-77 R-ENT-61 R-STATE-60]', async () => {
  expect((await admin.call(files.versions)).body).toEqual([])
  const old = await makeVersion(db, { version: '4.1.0', isActive: false, createdAt: inDays(-2) })
  const latest = await makeVersion(db, { version: '4.2.0', isLatest: true, createdAt: inDays(-1) })
  const { body } = await admin.call(files.versions)
  expect(body.map(({ id }) => id)).toEqual([latest.id, old.id])
  expect(body[0]).toEqual({
    id: latest.id,
    version: '4.2.0',
    platform: 'Windows',
    architecture: 'any',
    fileName: 'Setup-4.2.0.exe',
    fileSize: 0,
    sha256: null,
    hasFile: false,
    isActive: true,
    isLatest: true,
    channel: 'stable',
    rolloutPercent: 100,
    minimumVersion: null,
    signature: null,
    state: 'published',
    publishAt: null,
    publishesAsLatest: false,
    publishedAt: latest.publishedAt,
    withdrawnReason: null,
    fileFacts: null,
    hasNotes: false,
    createdAt: latest.createdAt,
    updatedAt: latest.updatedAt,
  })
})

test('a draft is created without its file, for Windows, and customers do not see it [R-API-79 R-AFILE-04 R-CONST-28]', async () => {
  const answer = await upload({ version: ' 5.0.0 ', fileName: 'setup.exe' })
  expect(answer).toMatchObject({
    status: 201,
    body: { version: '5.0.0', platform: 'Windows', fileSize: 0, hasFile: false, isActive: false, isLatest: false },
  })
  expect(answer.body).toMatchObject({ state: 'draft', publishedAt: null })
  expect((await customer.call(downloads.list)).body).toEqual([])
  expect(await auditOf(answer.body.id)).toMatchObject([
    {
      action: 'version.created',
      actorId: admin.user.id,
      organizationId: null,
      changes: { version: [null, '5.0.0'] },
    },
  ])
})

test('a draft has the file that was uploaded for it, which customers can download once it is published', async () => {
  const bytes = fileOf('msi', 5000)
  const fileUrl = await uploadFile(admin, bytes, 'setup.msi')
  const { status, body } = await upload({ version: '5.0.0', platform: 'Server', fileName: 'Setup.MSI', fileUrl })
  expect([status, body]).toEqual([
    201,
    expect.objectContaining({ fileSize: bytes.length, sha256: sha256(bytes), hasFile: true, platform: 'Server' }),
  ])
  const ask = () => customer.call(downloads.file, { params: { id: body.id } })
  expect((await ask()).status).toBe(404)
  await publishNow(admin, body)
  const file = await ask()
  expect(file.body).toMatchObject({ filename: 'Setup.MSI', fileSize: bytes.length, sha256: sha256(bytes) })
})

test.each([
  ['version', { fileName: 'setup.exe' }, 'Version is required'],
  ['version', { version: '  ', fileName: 'setup.exe' }, 'Version is required'],
  ['fileName', { version: '5.0.0' }, 'File name is required'],
  ['fileName', { version: '5.0.0', fileName: '' }, 'File name is required'],
  ...['setup.dll', 'setup', '.exe', 'setup.exe.txt', 'setup.pdf'].map(
    (fileName) => ['fileName', { version: '5.0.0', fileName }, 'Only .exe, .msi and .zip files are accepted'] as const,
  ),
  ...['../setup.exe', 'a/b.exe', 'C:\\setup.exe', 'what?.exe', '..exe'].map(
    (fileName) => ['fileName', { version: '5.0.0', fileName }, UNUSABLE_NAME] as const,
  ),
  ...['a%2fb.exe', 'a%2Fb.exe', 'a%5Cb.exe', '%2e%2e%2fb.exe', 'a%00.exe', 'a%0d%0ab.exe', 'a%252fb.exe'].map(
    (fileName) => ['fileName', { version: '5.0.0', fileName }, UNUSABLE_NAME] as const,
  ),
  ...['CON.exe', 'nul.tar.zip', 'Com1.msi', 'lpt³.exe', 'aux .exe'].map(
    (fileName) => ['fileName', { version: '5.0.0', fileName }, RESERVED_NAME] as const,
  ),
  ['platform', { version: '5.0.0', platform: '', fileName: 'setup.exe' }, 'Platform is required'],
] as const)('a wrong %s in %j is refused [R-VAL-78 R-VAL-79 R-CONST-18]', async (field, body, message) => {
  const answer = await upload(body)
  expect(answer).toMatchObject({ status: 400, message, body: { errors: { [field]: message } } })
})

test.each(['CONSOLE.exe', 'com10.exe', 'setup.con.exe'])('%s is no name of a device', async (fileName) => {
  expect((await upload({ version: '5.0.0', fileName })).status).toBe(201)
})

test('of concurrent uploads of one version, one succeeds; the other’s file is not lost', async () => {
  const body = { version: '5.0.0', fileName: 'setup.exe' }
  const answers = await Promise.all(Array.from({ length: 8 }, () => upload(body)))
  expect(statusesOf(answers)).toEqual([201, 409, 409, 409, 409, 409, 409, 409])
  const fileUrl = await uploadFile(admin)
  expect(await upload({ ...body, fileUrl })).toMatchObject({ status: 409, message: VERSION_TAKEN })
  expect((await upload({ ...body, platform: 'Server', fileUrl })).status).toBe(201)
})

test('a file that is not what its name says is refused, whatever its bytes may be', async () => {
  const zip = await uploadFile(admin, fileOf('zip'), 'setup.zip')
  const asProgram = { version: '5.0.0', fileName: 'setup.exe', fileUrl: zip }
  expect(await upload(asProgram)).toMatchObject({
    status: 400,
    message: 'The uploaded file is not what this file name says.',
  })
  const disguised = await uploadFile(admin, fileOf('zip'), 'setup.exe')
  expect(await upload({ ...asProgram, fileUrl: disguised })).toMatchObject({
    status: 400,
    message: 'The file has not been uploaded.',
  })
})

test('a file belongs to who uploaded it, and to one version', async () => {
  const fileUrl = await uploadFile(admin)
  const body = { version: '5.0.0', fileName: 'setup.exe', fileUrl }
  const other = await signIn({ role: 'admin' })
  expect((await upload(body, other)).status).toBe(400)
  expect((await upload({ ...body, fileUrl: `https://elsewhere.test/${randomUUID()}.exe` })).status).toBe(400)
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, number) => upload({ ...body, version: `5.0.${number}` })),
  )
  expect(statusesOf(answers)).toEqual([201, 409, 409, 409, 409, 409, 409, 409])
})

test('the file of a published version arrives later, once', async () => {
  const body = await makeVersion(db, { version: '5.0.0', fileName: 'setup.exe' })
  expect((await customer.call(downloads.file, { params: body })).status).toBe(409)
  const bytes = fileOf('exe')
  const urls = await Promise.all(Array.from({ length: 4 }, () => uploadFile(admin, bytes)))
  const answers = await Promise.all(urls.map((fileUrl) => change(body.id, { fileUrl })))
  expect(statusesOf(answers)).toEqual([200, 409, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.message).toBe(HAS_FILE)
  expect(await auditOf(body.id)).toMatchObject([
    { action: 'version.file-added', changes: { sha256: [null, sha256(bytes)] } },
  ])
  expect((await customer.call(downloads.file, { params: body })).body).toMatchObject({ sha256: sha256(bytes) })

  const keys = urls.map((url) => new URL(url).pathname.split('/').at(-1)!)
  const stored = await db.select().from(objects).where(inArray(objects.key, keys))
  expect(stored.filter(({ claimedAt }) => claimedAt)).toHaveLength(1)
})

test('a file of another kind is not added later either', async () => {
  const { body } = await upload({ version: '5.0.0', fileName: 'setup.exe' })
  const fileUrl = await uploadFile(admin, fileOf('zip'), 'setup.zip')
  expect((await change(body.id, { fileUrl })).status).toBe(400)
})

test.each([[{}], [{ isActive: 'yes' }], [{ isActive: null }], [{ fileUrl: '' }], [{ version: '9' }]])(
  'a change to %j is refused',
  async (body) => {
    const version = await makeVersion(db)
    expect((await change(version.id, body)).status).toBe(400)
  },
)

test('an unknown version is a 404', async () => {
  const id = randomUUID()
  expect((await change(id, { isActive: false })).status).toBe(404)
  expect((await change(id, { fileUrl: 'x' })).status).toBe(404)
  expect((await admin.call(files.setLatest, { params: { id } })).status).toBe(404)
})

test('refuses to publish if the session ended while the file was checked', async () => {
  const { user } = await signIn({ role: 'admin' })
  const ended = { id: user.id, sessionId: randomUUID() }
  const draft = { version: '9.9.9', fileName: 'setup.exe', channel: 'stable', rolloutPercent: 100 } as const
  const published = createDraft(platform, systemActor, ended, VersionDraft.parse(draft))
  await expect(published).rejects.toMatchObject({ statusCode: 401 })
  const { id } = await makeVersion(db, { version: '9.9.8', isActive: true })
  const changed = changeVersion(platform, systemActor, ended, { id, isActive: false })
  await expect(changed).rejects.toMatchObject({ statusCode: 401 })
  expect((await admin.call(files.versions)).body).toMatchObject([{ version: '9.9.8', isActive: true }])
})
