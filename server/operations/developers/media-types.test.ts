import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { paymentProofs } from '#contract/billing/payment-proofs.ts'
import { statements } from '#contract/billing/statements.ts'
import { licenses } from '#contract/licensing/licenses.ts'
import { updates } from '#contract/releases/updates.ts'
import { attachments } from '#contract/support/attachments.ts'
import { tickets } from '#contract/support/tickets.ts'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { PICTURES } from '#demo/support/files/attachment-samples.ts'
import { publishLatest, installed } from '#server/testing/releases/updates.ts'
import { fetchFile, upload } from '#server/testing/support/attachments.ts'
import { describedAnswers } from '#server/testing/operations/api-document.ts'
import { db, signIn } from '#server/testing/testing.ts'

const owner = await signIn()
const range = { from: '2026-01-01', to: '2026-01-31' }
const { updateToken } = await installed()
await publishLatest({ version: '2.4.1' })
const feed = { updateToken, channel: 'stable' }

async function proof() {
  const invoice = await makeInvoice(db, { organizationId: owner.organizationId, status: 'issued' })
  const { given } = await upload(owner, { fileName: 'paid.pdf', bytes: Buffer.from('%PDF-1.7\npaid\n%%EOF\n') })
  const { body } = await owner.call(paymentProofs.create, { params: invoice, body: given })
  return { id: invoice.id, proofId: body[0]!.id }
}

async function attachment() {
  const { given } = await upload(owner, { fileName: 'shot.png', bytes: PICTURES.png })
  const ticket = { title: 'Printer', description: 'It is not found', attachments: [given] }
  const { body } = await owner.call(tickets.create, { body: ticket })
  return { id: body.id, attachmentId: body.attachments[0]!.id }
}

const answered: [Endpoint, Record<string, string>, string?][] = [
  [statements.download, {}, 'pdf'],
  [statements.download, {}, 'csv'],
  [licenses.export, {}],
  [paymentProofs.file, await proof()],
  [attachments.file, await attachment()],
  [updates.electron, feed],
  [updates.autoUpdater, feed],
  [updates.appcast, feed],
  [updates.winget, feed],
]

test.each(answered)('$url describes the media type of its answer', async (endpoint, params, format) => {
  const address = endpoint.url.replace(/:(\w+)/g, (_match, name: string) => params[name] ?? '')
  const query = format ? `?${new URLSearchParams({ ...range, format })}` : ''
  const { statusCode, headers } = await fetchFile(owner, address + query)
  const [mediaType = ''] = String(headers['content-type']).split(';')
  expect(statusCode).toBe(200)
  expect(describedAnswers(endpoint)).toHaveProperty([200, 'content', mediaType])
})
