import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { formatDate, plusDays } from '#contract/dates.ts'
import { diagnosis, type FindingCode } from '#contract/licensing/diagnosis.ts'
import { PLACEHOLDER_HELP } from '#contract/licensing/fingerprints.ts'
import { MOVES } from '#contract/licensing/moves.ts'
import { makeActiveLicense, makeCheckIn, makeLicense } from '#demo/rows/licenses.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { computer, ownerWithLicense } from '#server/testing/licensing/devices.ts'
import { change, makeMoves, makeWith, move, suspend } from '#server/testing/licensing/licenses.ts'
import { publish } from '#server/testing/releases/downloads.ts'
import { db, inDays, signIn, stranger, type Person } from '#server/testing/testing.ts'

const diagnose = ({ call }: Pick<Person, 'call'>, { id }: { id: string }, deviceFingerprint = '') =>
  call(diagnosis.diagnose, { params: { id }, body: { deviceFingerprint } })

const UUID = '4C4C4544-0039-4B10-8031-B7C04F4A4432'

async function ownerWithActive(facts: object = {}) {
  const owner = await signIn({ licenseLimit: 50 })
  const { organizationId } = owner
  return { owner, license: await makeActiveLicense(db, { organizationId, deviceFingerprint: UUID, ...facts }) }
}

/** The findings that are not fine. */
const wrong = async (person: Person, license: { id: string }, uuid?: string) => {
  const { body } = await diagnose(person, license, uuid)
  return body.findings
    .filter(({ outcome }) => outcome === 'failed' || outcome === 'warning')
    .map(({ code, outcome }) => `${outcome} ${code}`)
}

describe('why it does not work', () => {
  test('every rule is listed: those before the one that decides have passed, those after it were not asked', async () => {
    const { owner, license } = await ownerWithActive({ deviceName: 'FRONT-1' })
    const { status, body } = await diagnose(owner, license, randomUUID())
    expect([status, body.decision.code]).toEqual([200, 'DEVICE_MISMATCH'])
    expect(body.findings.map(({ code, outcome }) => [code, outcome])).toEqual([
      ['FINGERPRINT_PLACEHOLDER', 'passed'],
      ['ORGANIZATION_SUSPENDED', 'passed'],
      ['MOVED', 'passed'],
      ['RELEASED', 'passed'],
      ['REVOKED', 'passed'],
      ['HARDWARE_CHANGED', 'passed'],
      ['SET_ASIDE', 'passed'],
      ['DEVICE_MISMATCH', 'failed'],
      ['SUBSCRIPTION_ENDED', 'skipped'],
      ['INACTIVE', 'skipped'],
      ['SUBSCRIPTION_OVERDUE', 'skipped'],
      ['NOT_ACTIVATED', 'skipped'],
    ])
    expect(body.findings[7]).toMatchObject({
      detail: 'This license is in use on FRONT-1.',
      fix: expect.stringContaining('Move the license to another PC'),
    })
    expect(JSON.stringify(body)).not.toContain(UUID)
  })

  test('a device that lost its license: how, and what to do, as its application says', async () => {
    const { owner, license, key } = await ownerWithLicense()
    const pc = computer()
    await pc.activate(key)
    await move(owner, license)
    const { body } = await diagnose(owner, license, pc.fingerprint.toLowerCase())
    const refused = await pc.activate(key)
    expect(body.decision).toMatchObject({ code: 'MOVED', detail: refused.message, reason: 'MOVED_IN_PORTAL' })
    expect(body.decision.since).toBe(refused.body.since)
    expect(body.findings.find(({ outcome }) => outcome === 'failed')).toMatchObject({
      code: 'MOVED',
      fix: expect.stringContaining('enter the license key'),
    })
    await pc.activate(key, { reason: 'typed' })
    expect((await diagnose(owner, license, pc.fingerprint)).body.decision.code).toBe('VALID')
    await pc.deactivate(key)
    expect((await diagnose(owner, license, pc.fingerprint)).body.decision.code).toBe('NOT_ACTIVATED')
  })

  test('it is the answer that the device itself gets', async () => {
    const { owner, license, key } = await ownerWithLicense()
    const pc = computer()
    const same = async () => {
      const [asked, told] = [(await pc.validate(key)).body, (await diagnose(owner, license, pc.fingerprint)).body]
      const { serverTime: _then, checkIn: _before, ...decision } = asked
      expect(told.decision).toMatchObject(decision)
      return told.decision.code
    }
    expect(await same()).toBe('NOT_ACTIVATED')
    await pc.activate(key)
    expect(await same()).toBe('VALID')
    await change(owner, license, { status: 'revoked' })
    expect(await same()).toBe('REVOKED')
    await db
      .update(subscriptions)
      .set({ status: 'unpaid' })
      .where(eq(subscriptions.organizationId, owner.organizationId))
    await change(owner, license, { status: 'unassigned', reserve: true })
    expect(await same()).toBe('SUBSCRIPTION_OVERDUE')
    await suspend(owner.organizationId)
    expect(await same()).toBe('ORGANIZATION_SUSPENDED')
  })

  test('without a UUID it is asked for the device that has the license, or for any when none has', async () => {
    const { owner, license } = await ownerWithActive()
    expect((await diagnose(owner, license)).body.decision).toMatchObject({
      valid: true,
      license: { deviceFingerprint: UUID },
    })
    const free = await makeWith(owner.organizationId, 'unassigned')
    expect((await diagnose(owner, free)).body.decision.code).toBe('NOT_ACTIVATED')
  })

  test('a placeholder comes first, and helps', async () => {
    const { owner, license } = await ownerWithActive()
    const { body } = await diagnose(owner, license, '03000200-0400-0500-0006-000700080009')
    expect(body.decision).toMatchObject({ code: 'FINGERPRINT_PLACEHOLDER', license: null })
    expect(body.findings[0]).toMatchObject({ outcome: 'failed', fix: PLACEHOLDER_HELP })
  })
})

describe('a diagnosis', () => {
  test('warns of nothing while all is well', async () => {
    const { owner, license } = await ownerWithActive()
    expect(await wrong(owner, license)).toEqual([])
  })

  test('warns of a device that has not checked in for a month', async () => {
    const { owner, license } = await ownerWithActive({ activatedAt: inDays(-90) })
    expect(await wrong(owner, license)).toEqual(['warning DEVICE_SILENT'])
    const lastCheckIn = inDays(-1)
    await makeCheckIn(db, { organizationId: owner.organizationId, licenseId: license.id, lastCheckIn })
    expect(await wrong(owner, license)).toEqual([])
  })

  test('warns of a late payment until it stops devices: then that is the reason', async () => {
    const { owner, license } = await ownerWithActive()
    const set = (status: 'past_due' | 'unpaid') =>
      db.update(subscriptions).set({ status }).where(eq(subscriptions.organizationId, owner.organizationId))
    await set('past_due')
    expect(await wrong(owner, license)).toEqual(['warning SUBSCRIPTION_PAST_DUE'])
    await set('unpaid')
    expect(await wrong(owner, license)).toEqual(['failed SUBSCRIPTION_OVERDUE'])
  })

  test('warns when no moves are left', async () => {
    const { owner, license } = await ownerWithActive()
    await makeMoves(license, MOVES.limit - 1)
    expect(await wrong(owner, license)).toEqual([])
    await makeMoves(license, 1)
    expect(await wrong(owner, license)).toEqual(['warning MOVE_LIMIT_REACHED'])
  })

  test('warns of an application that is older than the latest version asks for', async () => {
    const { owner, license } = await ownerWithActive()
    const runs = async (appVersion: string) => {
      await db.execute(sql`delete from check_ins where license_id = ${license.id}`)
      await makeCheckIn(db, {
        organizationId: owner.organizationId,
        licenseId: license.id,
        lastCheckIn: inDays(0),
        appVersion,
      })
      return wrong(owner, license)
    }
    expect(await runs('1.9.0')).toEqual([])
    await publish({ version: '2.0.0', minimumVersion: '2.0.0' })
    await publish({ version: '2.1.0', isLatest: true })
    expect(await runs('1.9.0')).toEqual(['warning VERSION_TOO_OLD'])
    for (const fine of ['2.0', '2.0.0.0', '2.1.0', 'our own build']) expect(await runs(fine)).toEqual([])
  })

  test.each<[codes: FindingCode[], status: 'active' | 'assigned', days: number]>([
    [[], 'active', 15],
    [['OFFLINE_FILE_ENDS'], 'active', 13],
    [['OFFLINE_FILE_ENDS'], 'assigned', 13],
    [[], 'active', -1],
    [['OFFLINE_FILE_ENDS'], 'assigned', -1],
  ])('warns of %j if the license is %s and its offline file lasts %i more days', async (codes, status, days) => {
    const { owner, license } = await ownerWithActive({ status, offlineUntil: inDays(days) })
    expect((await wrong(owner, license)).filter((each) => each.startsWith('warning'))).toEqual(
      codes.map((code) => `warning ${code}`),
    )
  })

  test('names the day on which an offline file ends in the vendor’s time zone', async () => {
    const day = inDays(10).slice(0, 10)
    const { owner, license } = await ownerWithActive({ offlineUntil: `${day}T23:00:00.000Z` })
    const { body } = await diagnose(owner, license)
    const ends = `The license file ends on ${formatDate(plusDays(day, 1))}.`
    expect(body.findings.find(({ code }) => code === 'OFFLINE_FILE_ENDS')?.detail).toBe(ends)
  })

  test('warns of another license that the computer has in the organization, but not elsewhere', async () => {
    const { owner, license } = await ownerWithActive({ label: 'Front desk' })
    const free = await makeLicense(db, { organizationId: owner.organizationId })
    const { body } = await diagnose(owner, free, UUID.toLowerCase())
    expect(body.findings.at(-1)).toMatchObject({
      code: 'DEVICE_TAKEN',
      detail: expect.stringContaining('“Front desk”'),
    })
    expect(await wrong(owner, license, UUID)).toEqual([])
    const other = await ownerWithLicense()
    expect(await wrong(other.owner, other.license, UUID)).toEqual(['failed NOT_ACTIVATED'])
  })
})

test('users of the organization and staff may diagnose; others get a 404 [R-ROLE-42]', async () => {
  const { owner, license } = await ownerWithActive()
  const other = await signIn()
  const [agent, admin] = [await signIn({ role: 'agent' }), await signIn({ role: 'admin' })]
  for (const person of [owner, await owner.colleague('customer'), agent, admin])
    expect((await diagnose(person, license)).status).toBe(200)
  for (const person of [other, await other.colleague('customer')])
    expect((await diagnose(person, license)).status).toBe(404)
  expect((await diagnose(stranger(), license)).status).toBe(401)
  expect((await diagnose(agent, { id: randomUUID() })).status).toBe(404)
  const tooLong = await diagnose(owner, license, 'x'.repeat(129))
  expect(tooLong.status).toBe(400)
})

test('asking writes nothing', async () => {
  const { owner, license } = await ownerWithActive()
  await diagnose(owner, license)
  const counters = () =>
    db.execute(sql`
      select (select json_agg(t) from licenses t) as licenses, (select json_agg(t) from check_ins t) as check_ins,
        (select json_agg(t) from device_moves t) as moves, (select count(*) from audit_log) as audit,
        (select count(*) from file_revocations) as revocations`)
  const { rows: before } = await counters()
  for (const uuid of ['', UUID, randomUUID(), '0'.repeat(32)]) await diagnose(owner, license, uuid)
  expect((await counters()).rows).toEqual(before)
})
