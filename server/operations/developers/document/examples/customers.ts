import * as z from 'zod/mini'
import { CustomerInvoice, CustomerLicense, CustomerTicket } from '#contract/operations/customers.ts'
import { HANOVER, LERATO, SIPHO, type Examples } from './example.ts'
import { invoice } from './billing.ts'
import { activeLicense } from './licenses.ts'
import { listedTicket } from './tickets.ts'

const customer = {
  id: HANOVER.organizationId,
  name: HANOVER.organizationName,
  contactEmail: 'office@hanover-dental.example',
  createdAt: '2026-03-02T08:00:00.000Z',
  status: 'active',
  billingStatus: 'active',
  planName: 'Standard Plan',
  seats: 20,
  seatsUsed: 19,
  openTickets: 1,
  tags: ['dental'],
  owner: SIPHO,
}

const detail = {
  ...customer,
  phone: '+27 21 555 0100',
  address: '14 Kloof Street, Cape Town',
  billingType: 'monthly',
  suspension: null,
  subscription: {
    status: 'active',
    isTrial: false,
    features: ['cad-export'],
    currentPeriodStart: '2026-10-31T22:00:00.000Z',
    currentPeriodEnd: '2026-11-30T22:00:00.000Z',
  },
  licenses: { active: 14, inactive: 0, revoked: 1, unassigned: 3, assigned: 1 },
  people: 4,
  invoices: 9,
  tickets: 6,
}

const person = {
  id: LERATO.id,
  firstName: 'Lerato',
  lastName: 'Dlamini',
  email: 'lerato@hanover-dental.example',
  role: 'org_admin',
  status: 'active',
  isEmailVerified: true,
  isMfaEnabled: true,
  createdAt: '2026-03-02T08:00:00.000Z',
  lastSignIn: '2026-11-27T06:41:09.000Z',
}

export const customerExamples: Examples = {
  'customers.list': { answer: [customer] },
  'customers.read': { answer: detail },
  'customers.people': { answer: [person] },
  'customers.licenses': {
    answer: [z.parse(CustomerLicense, { ...activeLicense, keyStart: activeLicense.licenseKey.slice(0, 8) })],
  },
  'customers.invoices': { answer: [z.parse(CustomerInvoice, invoice)] },
  'customers.tickets': { answer: [z.parse(CustomerTicket, { ...listedTicket, requester: LERATO.name })] },
  'customers.tags': { answer: [{ tag: 'dental', count: 7 }] },
  'customers.setTags': {
    body: { tags: ['dental', 'pilot'] },
    answer: { ...detail, tags: ['dental', 'pilot'] },
  },
  'customers.setOwner': { body: { ownerId: SIPHO.id }, answer: detail },
  'customers.snooze': { body: { until: '2026-12-04T06:00:00.000Z' }, answer: { message: 'Organization snoozed' } },
}
