import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { session } from '#contract/identity/session.ts'
import { audit } from '#contract/operations/audit.ts'
import { customerNotes } from '#contract/operations/customer-notes.ts'
import { organizations } from '#contract/operations/organizations.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { emails } from '#server/database/schema/emails.ts'
import { REASON, admin, suspend, auditOf } from '#server/testing/operations/organizations.ts'
import { db, inDays, signIn } from '#server/testing/testing.ts'

test('a suspension requires a reason, which admins see and the organization does not', async () => {
  const owner = await signIn()
  const id = owner.organizationId
  const suspensionOf = async () => (await admin.call(organizations.billing, { params: { id } })).body.suspension
  expect(await suspensionOf()).toBeNull()
  expect((await suspend({ id }, true, `  ${REASON}\n`)).status).toBe(200)
  expect(await suspensionOf()).toEqual({ since: expect.any(String), reason: REASON })
  await suspend({ id }, true, 'Another one')
  expect(await suspensionOf()).toMatchObject({ reason: REASON })

  const [entry] = (await admin.call(audit.list, { query: { subject: id } })).body
  expect(entry?.changes).toMatchObject({ internalReason: [null, REASON] })
  const [own] = (await owner.call(audit.list, { query: { subject: id } })).body
  expect(own).toMatchObject({ action: 'organization.suspended', changes: { suspended: [false, true] } })
  const answers = [
    own,
    (await owner.call(audit.export)).body,
    (await owner.call(session.currentUser)).body,
    (await owner.call(subscriptions.read)).body,
    await db.select({ text: emails.text }).from(emails).where(eq(emails.to, owner.user.email)),
  ]
  expect(JSON.stringify(answers)).toContain('suspended')
  expect(JSON.stringify(answers)).not.toContain('the director knows')

  await suspend({ id }, false)
  expect(await suspensionOf()).toBeNull()
})

test.each([
  [undefined, 'Reason is required'],
  [null, 'Reason is required'],
  [' \n ', 'Reason is required'],
  ['x'.repeat(501), 'Must be at most 500 characters'],
])('a suspension with the reason %j is refused at its field', async (reason, message) => {
  const { id } = await makeOrganization(db)
  const body = { suspend: true, reason }
  const answer = await admin.call(organizations.suspend, { params: { id }, body: body as never })
  expect(answer).toMatchObject({ status: 400, body: { errors: { reason: message } } })
  expect(await auditOf(id)).toEqual([])
})

test('a suspension may leave an internal note about the organization, also when it is repeated', async () => {
  const owner = await signIn()
  const params = { id: owner.organizationId }
  const body = { suspend: true, reason: REASON, note: ' Call the director first ' }
  expect((await admin.call(organizations.suspend, { params, body })).status).toBe(200)
  const notes = async () => (await admin.call(customerNotes.list, { params })).body
  expect(await notes()).toMatchObject([{ text: 'Call the director first', authorId: admin.user.id }])
  await admin.call(organizations.suspend, { params, body: { ...body, note: 'Second' } })
  expect((await notes()).map(({ text }) => text)).toEqual(['Second', 'Call the director first'])
  const wrong = { params, body: { ...body, note: 'x'.repeat(5001) } }
  expect((await admin.call(organizations.suspend, wrong)).status).toBe(400)
  expect(JSON.stringify((await owner.call(audit.list)).body)).not.toContain('director')
})

test('a reactivation needs no reason', async () => {
  const { id } = await makeOrganization(db, { suspendedAt: inDays(-1) })
  expect((await admin.call(organizations.suspend, { params: { id }, body: { suspend: false } })).status).toBe(200)
})
