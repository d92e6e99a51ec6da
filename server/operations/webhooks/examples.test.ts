import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { examplePayload, type WebhookEvent } from '#contract/operations/audit/webhook-events.ts'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeLicense } from '#demo/rows/licenses.ts'
import { credit, issue, pay, reverse, set } from '#server/testing/billing/invoices.ts'
import { computer } from '#server/testing/licensing/devices.ts'
import * as enrollment from '#server/testing/licensing/enrollment-keys.ts'
import { change, create, move, remove } from '#server/testing/licensing/licenses.ts'
import { PUBLIC_URL, addWebhook, deliveriesOf } from '#server/testing/operations/webhooks.ts'
import { db, signIn, type Person } from '#server/testing/testing.ts'

type Changes = Record<string, [before: unknown, after: unknown]>

/** Which fields have a value before and after, and the status after. */
const shapeOf = (changes: Changes) =>
  Object.fromEntries(
    Object.entries(changes).map(([field, [before, after]]) => [
      field,
      [before === null, field === 'status' ? after : after === null],
    ]),
  )

/** Does what the events are about, with a webhook that gets them. */
async function eventsAfter(owner: Person, act: () => Promise<unknown>) {
  const webhook = await addWebhook(owner, PUBLIC_URL)
  await act()
  return (await deliveriesOf(webhook)).map(({ type, payload }) => ({
    type: type as WebhookEvent,
    changes: (payload as { data: { changes: Changes } }).data.changes,
  }))
}

/** Each event has the fields of its documented example, and maybe more. */
function expectDocumented(sent: Awaited<ReturnType<typeof eventsAfter>>, ...types: WebhookEvent[]) {
  expect(sent.map(({ type }) => type).toSorted()).toEqual(types.toSorted())
  const shapes = (of: (event: (typeof sent)[number]) => Changes) =>
    Object.fromEntries(sent.map((event) => [event.type, shapeOf(of(event))]))
  expect(shapes(({ changes }) => changes)).toMatchObject(shapes(({ type }) => examplePayload(type).data.changes))
}

test('what happens to licenses is sent as documented', async () => {
  const owner = await signIn({ licenseLimit: 50 })
  const { organizationId } = owner
  const sent = await eventsAfter(owner, async () => {
    const { body: license } = await create(owner)
    await change(owner, license, { status: 'assigned', deviceFingerprint: randomUUID().toUpperCase() })
    await change(owner, license, { label: 'Front desk' })
    const uses = async () => {
      const made = await makeLicense(db, { organizationId })
      const pc = computer()
      return { ...made, pc, token: String((await pc.activate(made.licenseKey)).body.deviceToken) }
    }
    const [first, second, third] = [await uses(), await uses(), await uses()]
    const renewed = computer()
    await renewed.checkIn(first.token, { deviceName: 'RENAMED' })
    await renewed.transfer(first.token, { deviceName: 'RENAMED' })
    await renewed.deactivate(first.licenseKey)
    await move(owner, second)
    await change(owner, third, { status: 'revoked' })
    await change(owner, third, { status: 'unassigned' })
    await remove(owner, third)
  })
  expectDocumented(
    sent,
    'license.created',
    'license.assigned',
    'license.updated',
    'license.activated',
    'license.activated',
    'license.activated',
    'license.device-changed',
    'license.transferred',
    'license.deactivated',
    'license.moved',
    'license.revoked',
    'license.restored',
    'license.deleted',
  )
})

test('what happens to enrollment keys is sent as documented', async () => {
  const owner = await signIn({ licenseLimit: 50 })
  await makeLicense(db, { organizationId: owner.organizationId })
  const sent = await eventsAfter(owner, async () => {
    const { body: key } = await enrollment.create(owner, { label: 'Floor 2', maxUses: 10, createsLicenses: false })
    await enrollment.computer().enroll(key.enrollmentKey)
    for (const changes of [{ maxUses: 20 }, { isPaused: true }, { isPaused: false }])
      await enrollment.change(owner, key, changes)
    await enrollment.remove(owner, key)
  })
  expectDocumented(
    sent,
    'enrollment-key.created',
    'license.enrolled',
    'enrollment-key.updated',
    'enrollment-key.paused',
    'enrollment-key.resumed',
    'enrollment-key.deleted',
  )
})

test('what happens to invoices is sent as documented', async () => {
  const owner = await signIn()
  const invoice = await makeInvoice(db, { organizationId: owner.organizationId, amountCents: 100_000 })
  const sent = await eventsAfter(owner, async () => {
    const { body } = await pay(invoice, '100.00')
    await reverse(body.payments[0]?.id)
    const { body: overpaid } = await pay(invoice, '1400.00')
    await issue(owner)
    await reverse(overpaid.payments.find(({ amount }) => amount === '1400.00')?.id)
    await credit(invoice, '500.00')
    await set(invoice, 'overdue')
  })
  expectDocumented(
    sent,
    'invoice.created',
    'invoice.payment-recorded',
    'invoice.payment-recorded',
    'invoice.payment-reversed',
    'invoice.payment-reversed',
    'invoice.credit-applied',
    'invoice.credit-removed',
    'invoice.credited',
    'invoice.status-changed',
    'invoice.status-changed',
    'invoice.status-changed',
  )
})
