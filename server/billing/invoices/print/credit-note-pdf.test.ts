import { expect, test } from 'vitest'
import { pagesOf } from '#server/testing/platform/pdf.ts'
import { printCreditNote } from './credit-note-pdf.ts'
import type { PrintedCreditNote } from './queries.ts'

const vendor = { name: 'Example Software (Pty) Ltd', address: '1 Example Street, Cape Town', vatNumber: '4987654321' }
const recipient = { name: 'Acme Mining', address: '12 Shaft Road\nBoksburg', vatNumber: '4123456789' }
const note: PrintedCreditNote = {
  creditNoteNumber: 'CN-2027-00003',
  invoiceNumber: 'INV-2027-00042',
  invoiceDay: '2027-06-24',
  amountCents: 115_000,
  creditedBeforeCents: 0,
  vatBasisPoints: 1500,
  reason: 'Two seats were billed that had been given back.',
  particulars: { vendor, recipient },
  createdAt: '2027-07-02T08:00:00.000Z',
  issueDay: '2027-07-02',
}

const linesOf = async (facts: Partial<PrintedCreditNote> = {}) =>
  pagesOf(await printCreditNote({ ...note, ...facts }))
    .join('')
    .split('\n')

test('a credit note has every particular the law asks for', async () => {
  const lines = await linesOf()
  for (const particular of [
    'Credit Note',
    vendor.name,
    vendor.address,
    'VAT number 4987654321',
    'Acme Mining',
    '12 Shaft Road',
    'VAT number 4123456789',
    'CN-2027-00003',
    'Jul 02, 2027',
    'INV-2027-00042',
    'Jun 24, 2027',
    note.reason,
    'R1000.00',
    'VAT 15%',
    'R150.00',
    'Total (ZAR)',
    'R1150.00',
  ]) {
    expect(lines).toContain(particular)
  }
})

test('one for an invoice without VAT contains none', async () => {
  const text = (await linesOf({ vatBasisPoints: 0 })).join('\n')
  expect(text).toContain('R1150.00')
  expect(text).not.toMatch(/VAT 15|excluding|incl\./)
})

test('a reason of many lines is printed whole, and always the same', async () => {
  const reason = Array.from({ length: 80 }, (_, index) => `reason${index}`).join(' ')
  const text = (await linesOf({ reason })).join(' ').replaceAll(/\s+/g, ' ')
  expect(text).toContain(reason)
  expect((await printCreditNote(note)).equals(await printCreditNote(note))).toBe(true)
})
