import { expect, test } from 'vitest'
import type { StatusChangePreview } from '#contract/billing/status-previews.ts'
import { statusEffects } from './status-effects.ts'

const open = { status: 'issued', periodStart: null, organizationName: 'Acme Mining' } as const
const renewal = { ...open, periodStart: '2027-07-01T00:00:00Z' }
const draft = { ...open, status: 'draft' } as const
const appears = { before: false, after: true }

const nothing: StatusChangePreview = {
  isShown: { before: true, after: true },
  recordedAmount: '0.00',
  reversedAmount: '0.00',
  returnedCredit: '0.00',
  reopened: [],
  subscription: null,
  dueDate: null,
  emails: [],
}

test('names the new due date of a draft that is issued too late', () => {
  expect(statusEffects(draft, 'issued', { ...nothing, isShown: appears, dueDate: '2027-03-05' })).toEqual([
    'Acme Mining can see it.',
    'Makes it due on March 05, 2027, because its due date has passed.',
  ])
})

test('says when a change moves no money and sends no email', () => {
  expect(statusEffects(open, 'pending', nothing)).toEqual([
    'Only the status changes: no money moves and no email is sent.',
  ])
})

test('names the payment and who is emailed', () => {
  const emails = ['a', 'b', 'c', 'd'].map((name) => ({ kind: 'payment-received', to: `${name}@acme.example` }))
  expect(statusEffects(draft, 'paid', { ...nothing, isShown: appears, recordedAmount: '9650.00', emails })).toEqual([
    'Acme Mining can see it.',
    'Records a payment of R9650.00, received today.',
    'Emails “Payment received” to a@acme.example, b@acme.example, c@acme.example, 1 more.',
  ])
})

test('names money that is reversed, credit that returns and invoices that are outstanding again', () => {
  const preview = { ...nothing, reversedAmount: '120.00', returnedCredit: '30.00', reopened: ['INV-2', 'INV-3'] }
  expect(statusEffects({ ...open, status: 'paid' }, 'issued', preview)).toEqual([
    'Reverses the R120.00 paid on it.',
    "Returns R30.00 to the organization's credit.",
    'Makes INV-2, INV-3 outstanding again: credit from this invoice paid them.',
    'It is outstanding again.',
  ])
  const hidden = { ...preview, isShown: { before: true, after: false } }
  expect(statusEffects(open, 'draft', hidden)).toContain('Acme Mining can no longer see it.')
})

test('names the new subscription status and the renewal', () => {
  const [early, late] = ['2027-07-01T12:00:00Z', '2027-08-01T12:00:00Z']
  const state = { status: 'active', currentPeriodEnd: early }
  const renewed = { before: { ...state, status: 'past_due' }, after: { ...state, currentPeriodEnd: late } }
  expect(statusEffects(renewal, 'paid', { ...nothing, subscription: renewed })).toEqual([
    expect.stringMatching(/^Renews the subscription until /),
    'Makes the subscription active.',
  ])
  const reverted = { before: renewed.after, after: { ...state, status: 'past_due' } }
  expect(statusEffects(renewal, 'void', { ...nothing, subscription: reverted })).toEqual([
    'It no longer counts: nothing is outstanding on it.',
    'A renewal is invoiced again, with the price and seats at that time.',
    expect.stringMatching(/^Returns the subscription to the period that ends on /),
    'Makes the subscription past due.',
  ])
})
