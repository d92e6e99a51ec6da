import { HANOVER, type Examples } from './example.ts'

export const invoice = {
  id: '0198c0de-5555-7000-8000-000000000001',
  invoiceNumber: 'INV-2026-00042',
  ...HANOVER,
  isManual: false,
  amount: '5750.00',
  totalAmount: '5750.00',
  balance: '3750.00',
  paidAmount: '2000.00',
  creditedAmount: '0.00',
  currency: 'ZAR',
  status: 'issued',
  dueDate: '2026-12-15',
  paidAt: null,
  createdAt: '2026-12-01T04:00:00.000Z',
  periodStart: '2026-11-30T22:00:00.000Z',
  periodEnd: '2026-12-31T22:00:00.000Z',
  invoiceUrl: '/api/invoices/0198c0de-5555-7000-8000-000000000001/download',
  notes: null,
}

const payment = {
  id: '0198c0de-6666-7000-8000-000000000001',
  kind: 'payment',
  amount: '2000.00',
  receivedOn: '2026-12-04',
  reference: 'INV-2026-00042',
  note: null,
  isReversed: false,
  createdAt: '2026-12-04T09:12:00.000Z',
}

export const billingExamples: Examples = {
  'invoiceDrafts.create': {
    body: {
      organizationId: HANOVER.organizationId,
      lines: [{ description: 'Training on site', quantity: 1, price: '1500.00' }],
    },
  },
  'subscriptions.changeDetails': {
    body: {
      contactEmail: 'accounts@example.com',
      phone: '+27 21 555 0100',
      address: '1 Main Road',
      vatNumber: '4123456789',
    },
  },
  'invoices.list': { answer: [invoice] },
  'invoices.listAll': { answer: [{ ...invoice, hasProof: false }] },
  'payments.read': {
    answer: {
      ...invoice,
      items: [{ description: 'Standard Plan, Dec 01, 2026 to Dec 31, 2026', quantity: 20, amount: '5000.00' }],
      vat: { percent: 15, amount: '750.00' },
      payments: [payment],
      creditNotes: [],
    },
  },
}
