import { expect, test } from 'vitest'
import type { AlertKind, DashboardAlert } from '#contract/operations/dashboard.ts'
import { customersWithMatters, isSnoozed } from './customers.ts'

const alert = (kind: AlertKind, customer: string | null, day: number): DashboardAlert => ({
  id: `${kind}:${customer}:${day}`,
  title: 'Look',
  message: 'Here',
  severity: 'info',
  createdAt: `2026-03-0${day}T10:00:00.000Z`,
  about: {
    kind,
    id: kind,
    organization: customer === null ? null : { id: customer, name: customer, owner: null, snooze: null },
  },
})

const shown = (alerts: DashboardAlert[]) =>
  customersWithMatters(alerts).map(({ key, matters }) => [key, ...matters.map(({ about }) => about.kind)])

test('each customer has one row, with its heaviest matter first', () => {
  const rows = shown([
    alert('endingTrial', 'globex', 1),
    alert('endingSubscription', 'acme', 1),
    alert('overdueInvoices', 'globex', 2),
    alert('licenseRequest', 'acme', 3),
    alert('paymentProof', 'acme', 4),
  ])
  expect(rows).toEqual([
    ['acme', 'licenseRequest', 'paymentProof', 'endingSubscription'],
    ['globex', 'overdueInvoices', 'endingTrial'],
  ])
})

test('of two customers with the same matter, who has waited longer is first', () => {
  expect(shown([alert('pendingAccount', 'new', 5), alert('pendingAccount', 'old', 1)])).toEqual([
    ['old', 'pendingAccount'],
    ['new', 'pendingAccount'],
  ])
})

test('failed jobs concern no customer and have a row each', () => {
  const jobs = [alert('failedJobs', null, 1), alert('failedJobs', null, 2)]
  expect(shown([alert('overdueInvoices', 'acme', 1), ...jobs])).toEqual([
    ['failedJobs:null:1', 'failedJobs'],
    ['failedJobs:null:2', 'failedJobs'],
    ['acme', 'overdueInvoices'],
  ])
})

test('only matters that need an act are listed', () => {
  const { about: _about, ...older } = alert('pendingAccount', 'acme', 1)
  expect(shown([older, alert('quotaFull', 'acme', 1), alert('silentDevices', 'acme', 1)])).toEqual([])
})

test('a snoozed customer is hidden until a matter is newer than the snooze', () => {
  const snooze = { at: '2026-03-03T10:00:00.000Z', until: '2026-03-09T10:00:00.000Z' }
  const withSnooze = (matter: DashboardAlert): DashboardAlert => ({
    ...matter,
    about: { ...matter.about!, organization: { id: 'acme', name: 'acme', owner: null, snooze } },
  })
  const [before, after] = [alert('paymentProof', 'acme', 2), alert('licenseRequest', 'acme', 4)].map(withSnooze)
  expect(customersWithMatters([before!]).map(isSnoozed)).toEqual([true])
  expect(customersWithMatters([before!, after!]).map(isSnoozed)).toEqual([false])
  expect(customersWithMatters([alert('paymentProof', 'acme', 2)]).map(isSnoozed)).toEqual([false])
})
