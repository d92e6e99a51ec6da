import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { tooManyStillRun } from '#contract/licensing/changes.ts'
import { licenses } from '#contract/licensing/licenses.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { fileRevocations } from '#server/database/schema/licensing/licenses.ts'
import { computer } from '#server/testing/licensing/devices.ts'
import { create, makeWith, remove } from '#server/testing/licensing/licenses.ts'
import { db, inDays, signIn, times, type Person } from '#server/testing/testing.ts'

const SEATS = 2

/** A free license whose last computer still has its file. */
async function released(owner: Person) {
  const { body: license } = await create(owner)
  const pc = computer()
  expect((await pc.activate(license.licenseKey)).status).toBe(200)
  expect((await pc.deactivate(license.licenseKey)).status).toBe(200)
  return license
}

/** Gives the files of an organization's released licenses these ends. */
async function endFiles({ organizationId }: Person, ends: string[]) {
  const rows = await db.select().from(fileRevocations).where(eq(fileRevocations.organizationId, organizationId!))
  expect(rows.length).toBe(ends.length)
  for (const [place, { licenseId }] of rows.entries())
    await db.update(fileRevocations).set({ until: ends[place]! }).where(eq(fileRevocations.licenseId, licenseId))
}

async function ownerWhoDeleted(count: number) {
  const owner = await signIn({ licenseLimit: SEATS })
  for (let done = 0; done < count; done += 1) expect((await remove(owner, await released(owner))).status).toBe(200)
  return owner
}

describe('the seat of a deleted license', () => {
  test('does not serve one computer after another', async () => {
    const owner = await ownerWhoDeleted(SEATS)
    await endFiles(owner, [inDays(6), inDays(4)])
    const license = await released(owner)
    const refusal = tooManyStillRun(inDays(4))
    expect(await remove(owner, license)).toMatchObject({ status: 409, body: { message: refusal } })
    const bulk = { action: 'delete', ids: [license.id] } as const
    expect((await owner.call(licenses.bulk, { body: bulk })).body.skipped).toEqual([
      { id: license.id, message: refusal },
    ])
  })

  test('does not serve two computers when two licenses are deleted at once', async () => {
    const owner = await ownerWhoDeleted(SEATS - 1)
    const both = [await released(owner), await released(owner)]
    const statuses = (await Promise.all(both.map((license) => remove(owner, license)))).map(({ status }) => status)
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 409])
  })

  test('serves another once the files of the first computers have ended, and support may delete at any time', async () => {
    const owner = await ownerWhoDeleted(SEATS)
    const one = await released(owner)
    expect((await remove(await signIn({ role: 'admin' }), one)).status).toBe(200)
    await endFiles(owner, [inDays(6), inDays(2), inDays(4)])
    const other = await released(owner)
    const refusal = { status: 409, body: { message: tooManyStillRun(inDays(4)) } }
    expect(await remove(owner, other)).toMatchObject(refusal)
    await endFiles(owner, [inDays(-1), inDays(-1), inDays(6), inDays(6)])
    expect((await remove(owner, other)).status).toBe(200)
  })

  test('is not counted without a subscription, where no license can be created', async () => {
    const owner = await ownerWhoDeleted(SEATS)
    const license = await released(owner)
    await db
      .update(subscriptions)
      .set({ endedAt: inDays(-1) })
      .where(eq(subscriptions.organizationId, owner.organizationId))
    expect((await remove(owner, license)).status).toBe(200)
  })

  test('is free again if no computer ran on the license', async () => {
    const owner = await ownerWhoDeleted(SEATS)
    const unused = await times(SEATS, () => makeWith(owner.organizationId, 'unassigned'))
    for (const license of unused) expect((await remove(owner, license)).status).toBe(200)
  })
})
