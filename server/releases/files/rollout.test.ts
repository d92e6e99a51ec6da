import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { audit } from '#contract/operations/audit.ts'
import { actionName } from '#contract/operations/audit/audit-actions.ts'
import { downloads } from '#contract/releases/downloads.ts'
import {
  BETA_CANNOT_BE_LATEST,
  MINIMUM_OF_NOTHING,
  MINIMUM_TOO_HIGH,
  PERCENT_RULE,
  SIGNATURE_SHAPE,
  VERSION_SHAPE,
  files,
} from '#contract/releases/files.ts'
import { Role } from '#contract/roles.ts'
import { makeVersion } from '#demo/rows/releases.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { versions } from '#server/database/schema/releases.ts'
import { rolloutChanged } from '#server/releases/files/rollout.ts'
import { publishNow, uploadFile } from '#server/testing/releases/files.ts'
import { db, signIn } from '#server/testing/testing.ts'

const admin = await signIn({ role: 'admin' })

afterEach(() => db.delete(versions))

const publish = (facts: object) => admin.call(files.upload, { body: { fileName: 'setup.exe', ...facts } })
const change = (id: string, body: object, person = admin) => person.call(files.change, { params: { id }, body })
const auditOf = (id: string) =>
  db
    .select({ action: auditLog.action, changes: auditLog.changes })
    .from(auditLog)
    .where(eq(auditLog.subjectId, id))
    .orderBy(auditLog.id)

const SIGNATURE = `${'A'.repeat(86)}==`

test('a beta is published for a part of the devices, and customers can tell it from the stable ones', async () => {
  const offer = { channel: 'beta', rolloutPercent: 5, minimumVersion: '4.0' }
  const { status, body } = await publish({ version: '5.0.0-beta.1', ...offer })
  expect([status, body]).toEqual([201, expect.objectContaining({ ...offer, isLatest: false })])
  const customer = await signIn({ role: 'customer' })
  await change(body.id, { fileUrl: await uploadFile(admin) })
  const { body: versionsNow } = await admin.call(files.versions)
  expect((await publishNow(admin, versionsNow[0]!)).status).toBe(200)
  expect((await customer.call(downloads.list)).body).toMatchObject([{ version: '5.0.0-beta.1', channel: 'beta' }])
  const changes = { channel: [null, 'beta'], rolloutPercent: [null, 5], minimumVersion: [null, '4.0'] }
  expect(await auditOf(body.id)).toMatchObject([
    { action: 'version.created', changes },
    { action: 'version.file-added' },
    { action: 'version.published', changes },
  ])
})

test('a rollout that someone else has stopped since it was shown is not raised', async () => {
  const { id } = await makeVersion(db, { version: '5.0.0', rolloutPercent: 25 })
  expect((await change(id, { rolloutPercent: 0, rolloutFrom: 25 })).body.rolloutPercent).toBe(0)
  const raised = { rolloutPercent: 50, rolloutFrom: 25 }
  expect(await change(id, raised)).toMatchObject({ status: 409, message: rolloutChanged(0) })
  expect((await change(id, { ...raised, rolloutFrom: 0 })).body.rolloutPercent).toBe(50)
  expect((await change(id, { rolloutPercent: 0, rolloutFrom: 25 })).body.rolloutPercent).toBe(0)
})

test('a version that says nothing of it is stable, for all devices, and asks for nothing', async () => {
  const { body } = await publish({ version: '5.0.0' })
  expect(body).toMatchObject({ channel: 'stable', rolloutPercent: 100, minimumVersion: null, signature: null })
})

test('a version that updaters cannot order is published all the same', async () => {
  expect((await publish({ version: 'Spring 2027' })).status).toBe(201)
})

test('a beta is never the latest', async () => {
  const latest = await makeVersion(db, { isLatest: true })
  const beta = await makeVersion(db, { channel: 'beta' })
  const setLatest = () => admin.call(files.setLatest, { params: beta })
  expect(await setLatest()).toMatchObject({ status: 409, message: BETA_CANNOT_BE_LATEST })
  await db.update(versions).set({ isActive: false }).where(eq(versions.id, beta.id))
  expect(await setLatest()).toMatchObject({ status: 409, message: BETA_CANNOT_BE_LATEST })
  expect(await db.select({ id: versions.id }).from(versions).where(eq(versions.isLatest, true))).toEqual([
    { id: latest.id },
  ])
})

test('changes the rollout of a version and audits each change with the previous value', async () => {
  const { id } = await makeVersion(db, { version: '5.0.0', rolloutPercent: 5 })
  expect((await change(id, { rolloutPercent: 25 })).body).toMatchObject({ rolloutPercent: 25, minimumVersion: null })
  const offer = { rolloutPercent: 25, minimumVersion: ' 4.1.0 ', signature: SIGNATURE }
  const { status, body } = await change(id, offer)
  expect([status, body]).toEqual([200, expect.objectContaining({ minimumVersion: '4.1.0', signature: SIGNATURE })])
  await change(id, { minimumVersion: null, signature: null })
  const told = await auditOf(id)
  expect(told).toEqual([
    { action: 'version.rollout-changed', changes: { rolloutPercent: [5, 25] } },
    { action: 'version.minimum-changed', changes: { minimumVersion: [null, '4.1.0'] } },
    { action: 'version.signature-changed', changes: { signature: [null, SIGNATURE] } },
    { action: 'version.minimum-changed', changes: { minimumVersion: ['4.1.0', null] } },
    { action: 'version.signature-changed', changes: { signature: [SIGNATURE, null] } },
  ])
  expect(actionName(told[0]!.action)).toBe('Version rollout changed')
  const found = await admin.call(audit.list, { query: { group: 'publishing', subject: id } })
  expect(found.body).toHaveLength(5)
})

test('what a version is already stays unsaid', async () => {
  const { id, updatedAt } = await makeVersion(db, { version: '5.0.0', minimumVersion: '4.0.0' })
  const { body } = await change(id, { rolloutPercent: 100, minimumVersion: '4.0.0', signature: null, isActive: true })
  expect([body.updatedAt, await auditOf(id)]).toEqual([updatedAt, []])
})

test('a version is withdrawn and its rollout stopped in one step, or not at all', async () => {
  const { id } = await makeVersion(db, { version: '5.0.0' })
  expect((await change(id, { isActive: false, rolloutPercent: 0, minimumVersion: '6.0.0' })).status).toBe(400)
  expect((await admin.call(files.versions)).body).toMatchObject([{ isActive: true, rolloutPercent: 100 }])
  const { body } = await change(id, { isActive: false, rolloutPercent: 0 })
  expect(body).toMatchObject({ isActive: false, rolloutPercent: 0 })
})

test.each([
  ['rolloutPercent', [-1, 101, 2.5, '25', null, Number.NaN], PERCENT_RULE],
  ['minimumVersion', ['', 'v4', '4.x', '1.2.3.4.5', '2.4-beta'], VERSION_SHAPE],
  ['minimumVersion', ['5.0.1', '6', '5.1.0-beta.1'], MINIMUM_TOO_HIGH],
] as const)('a %s of %j is refused, to publish and to change', async (field, values, sentence) => {
  const { id } = await makeVersion(db, { version: '5.0.0' })
  for (const value of values) {
    const refusal = { status: 400, body: { errors: { [field]: sentence } } }
    const published = await publish({ version: '5.0.0', platform: 'Server', [field]: value })
    expect(published).toMatchObject(refusal)
    expect(await change(id, { [field]: value })).toMatchObject(refusal)
  }
  expect(await db.$count(versions)).toBe(1)
  expect(await auditOf(id)).toEqual([])
})

test('the minimum may be the version itself, in any of its spellings', async () => {
  for (const minimumVersion of ['5.0.0', '5', '5.0.0.0', '5.0.0-rc.1'])
    expect((await publish({ version: '5.0.0', platform: minimumVersion, minimumVersion })).status).toBe(201)
  expect((await publish({ version: '5.0.0-beta.2', minimumVersion: '5.0.0-beta.10' })).status).toBe(400)
})

test('a version that cannot be ordered asks for no minimum', async () => {
  const refusal = { status: 400, body: { errors: { minimumVersion: MINIMUM_OF_NOTHING } } }
  expect(await publish({ version: 'Spring', minimumVersion: '1.0' })).toMatchObject(refusal)
  const { id } = await makeVersion(db, { version: 'Spring' })
  expect(await change(id, { minimumVersion: '1.0' })).toMatchObject(refusal)
})

test.each([[''], ['A'.repeat(88)], [`${'A'.repeat(85)}==`], [`${'<'.repeat(86)}==`], [`${SIGNATURE}\n<x/>`]])(
  'a signature of %j is refused',
  async (signature) => {
    const { id } = await makeVersion(db)
    expect(await change(id, { signature })).toMatchObject({
      status: 400,
      body: { errors: { signature: SIGNATURE_SHAPE } },
    })
  },
)

test.each(Role.options.filter((role) => role !== 'admin'))('%s changes nothing of it', async (role) => {
  const { id } = await makeVersion(db)
  const person = await signIn({ role })
  expect((await change(id, { rolloutPercent: 5 }, person)).status).toBe(403)
  expect((await person.call(files.adoption)).status).toBe(403)
})

test('a version that is not there has no rollout', async () => {
  expect((await change(randomUUID(), { rolloutPercent: 5 })).status).toBe(404)
})

test('of eight concurrent rollouts one stays, and the audit entries form a chain', async () => {
  const { id } = await makeVersion(db, { rolloutPercent: 0 })
  const percents = [10, 20, 30, 40, 50, 60, 70, 80]
  const answers = await Promise.all(percents.map((rolloutPercent) => change(id, { rolloutPercent })))
  expect(answers.map(({ status }) => status)).toEqual(percents.map(() => 200))
  const [left] = await db.select().from(versions)
  const told = (await auditOf(id)).map(({ changes }) => changes.rolloutPercent ?? [])
  expect(new Set(told.map(([, after]) => after))).toEqual(new Set(percents))
  expect(told).toHaveLength(percents.length)
  expect(told.map(([before]) => before)).toEqual([0, ...told.slice(0, -1).map(([, after]) => after)])
  expect(told.at(-1)?.[1]).toBe(left?.rolloutPercent)
})

test('concurrent changes of latest, withdrawal and rollout lose nothing', async () => {
  const { id } = await makeVersion(db, { version: '5.0.0', rolloutPercent: 0 })
  for (let round = 1; round <= 5; round++) {
    const answers = await Promise.all([
      admin.call(files.setLatest, { params: { id } }),
      change(id, { isActive: round % 2 === 0 }),
      change(id, { rolloutPercent: round }),
      change(id, { minimumVersion: `4.0.${round}` }),
    ])
    for (const { status } of answers) expect([200, 409]).toContain(status)
    const [row] = await db.select().from(versions)
    // Refused if it has become the latest, because no replacement is named.
    const isActive = round % 2 === 0 || answers[1]?.status === 409
    expect(row).toMatchObject({ rolloutPercent: round, minimumVersion: `4.0.${round}`, isActive })
    expect(row!.isLatest && !row!.isActive).toBe(false)
  }
})
