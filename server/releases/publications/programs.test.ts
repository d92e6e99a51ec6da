import { eq, sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { ONLY_IN_THE_PORTAL, TOKEN_INVALID, lacksScope } from '#contract/identity/api-tokens.ts'
import { downloads } from '#contract/releases/downloads.ts'
import { files, type Version } from '#contract/releases/files.ts'
import {
  NO_FILE_TO_PUBLISH,
  ONLY_FOR_PROGRAMS,
  VERSION_CHANGED,
  publications,
  type Publication,
} from '#contract/releases/publications.ts'
import type { Database } from '#server/database/database.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { apiTokens } from '#server/database/schema/identity/api-tokens.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { versions } from '#server/database/schema/releases.ts'
import { withToken } from '#server/testing/identity/api-tokens.ts'
import { publishNow, uploadFile } from '#server/testing/releases/files.ts'
import { installed } from '#server/testing/releases/updates.ts'
import { db, inDays, signIn, untilOneWaits } from '#server/testing/testing.ts'

const customer = await signIn({ role: 'customer' })
const device = await installed()

afterEach(() => db.delete(versions))

async function program() {
  const admin = await signIn({ role: 'admin' })
  const token = await withToken(admin, ['uploads:write', 'releases:write', 'releases:publish'], {
    name: 'Build server',
  })
  return { ...token, admin }
}
type Program = Awaited<ReturnType<typeof program>>
type Caller = Pick<Program, 'call'>

const createDraft = (caller: Caller, fileUrl: string) =>
  caller.call(files.upload, { body: { version: '5.0.0', fileName: 'setup.exe', fileUrl } })
const draftOf = async (caller: Caller) => (await createDraft(caller, await uploadFile(caller))).body
const release = (caller: Caller, version: Version, changes?: Partial<Publication>) =>
  publishNow(caller, version, changes, publications.release)
const offered = async () => (await customer.call(downloads.list)).body.map(({ version }) => version)
const states = async () => (await db.select().from(versions)).map(({ isActive }) => isActive)

test('a token with the scope publishes a draft, which customers and update feeds offer, and the audit log names it', async () => {
  const caller = await program()
  const draft = await draftOf(caller)
  expect(await offered()).toEqual([])
  const { status, body } = await release(caller, draft, { isLatest: true, rolloutPercent: 100 })
  expect([status, body]).toEqual([200, expect.objectContaining({ state: 'published', isLatest: true })])
  expect(await offered()).toEqual(['5.0.0'])
  expect((await device.read('update.json')).json()).toMatchObject({ version: '5.0.0', sha256: draft.sha256 })
  const entries = await db.select().from(auditLog).where(eq(auditLog.subjectId, draft.id)).orderBy(auditLog.id)
  expect(entries.map(({ action }) => action)).toEqual(['version.created', 'version.published', 'version.marked-latest'])
  expect(new Set(entries.map(({ actorName }) => actorName))).toEqual(
    new Set([expect.stringMatching(/ through API token “Build server”$/)]),
  )
})

test('without the scope a token leaves a draft, and a session publishes by confirming', async () => {
  const admin = await signIn({ role: 'admin' })
  const writer = await withToken(admin, ['uploads:write', 'releases:write', 'releases:read'])
  const draft = await draftOf(writer)
  expect(await release(writer, draft)).toMatchObject({ status: 403, message: lacksScope('releases:publish') })
  expect(await publishNow(await program(), draft)).toMatchObject({ status: 403, message: ONLY_IN_THE_PORTAL })
  expect(await release(admin, draft)).toMatchObject({ status: 403, message: ONLY_FOR_PROGRAMS })
  expect(await offered()).toEqual([])
  expect((await publishNow(admin, draft)).status).toBe(200)
})

test('a program is bound to the rules of a publication', async () => {
  const caller = await program()
  const { body: bare } = await caller.call(files.upload, { body: { version: '4.0.0', fileName: 'setup.exe' } })
  expect(await release(caller, bare)).toMatchObject({ status: 409, message: NO_FILE_TO_PUBLISH })
  const draft = await draftOf(caller)
  const stale = { updatedAt: inDays(-1) }
  expect(await release(caller, draft, stale)).toMatchObject({ status: 409, message: VERSION_CHANGED })
  const { body: scheduled } = await release(caller, draft, { publishAt: inDays(2) })
  expect(scheduled.state).toBe('scheduled')
  expect(await offered()).toEqual([])
})

type Loss = (tx: Database, caller: Program) => Promise<unknown>

const revoke: Loss = (tx, { id }) =>
  tx
    .update(apiTokens)
    .set({ revokedAt: sql`now()` })
    .where(eq(apiTokens.id, id))
const suspend: Loss = (tx, { admin }) =>
  tx.update(users).set({ status: 'suspended' }).where(eq(users.id, admin.user.id))

/** Calls after the change and before its commit, so that the call passed its guard while it still had the right. */
async function callWhile(caller: Program, lose: Loss, call: () => Promise<{ status: number; message: string }>) {
  let answer: ReturnType<typeof call> | undefined
  await db.transaction(async (tx) => {
    await lose(tx, caller)
    answer = call()
    await untilOneWaits()
  })
  return answer!
}

test.each([
  ['revoked', revoke],
  ['without an active owner', suspend],
])('a token that becomes %s while it calls neither creates a draft nor publishes', async (_how, lose) => {
  const [one, other] = [await program(), await program()]
  const refused = { status: 401, message: TOKEN_INVALID }
  const fileUrl = await uploadFile(one)
  expect(await callWhile(one, lose, () => createDraft(one, fileUrl))).toMatchObject(refused)
  expect(await states()).toEqual([])
  const draft = await draftOf(other)
  expect(await callWhile(other, lose, () => release(other, draft))).toMatchObject(refused)
  expect(await states()).toEqual([false])
})
