import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { invoices, type Invoice } from '#contract/billing/invoices.ts'
import { buildApp } from '#server/app.ts'
import { openBucket } from '#server/testing/platform/objects.ts'
import { newOrganization, platform, signIn } from '#server/testing/testing.ts'

const PDF = Buffer.from('%PDF-1.7\nan invoice in a bucket\n%%EOF\n')

test('a PDF that comes in a form is kept in the bucket and comes back from it [R-API-69]', async () => {
  const app = await buildApp({ ...platform, objects: await openBucket() })
  const { cookie = '' } = await signIn({ role: 'admin' })
  const form = new FormData()
  form.append('invoice', new File([new Uint8Array(PDF)], 'March.pdf'))
  const fields = { organizationId: await newOrganization(), amount: '10', dueDate: '2026-03-31' }
  for (const [name, value] of Object.entries({ ...fields, invoiceNumber: `INV-${randomUUID()}` }))
    form.append(name, value)
  const sent = new Response(form)
  const answer = await app.inject({
    method: 'POST',
    url: invoices.upload.url,
    headers: { cookie, 'content-type': sent.headers.get('content-type') ?? '' },
    payload: Buffer.from(await sent.arrayBuffer()),
  })
  expect(answer.statusCode).toBe(201)
  const file = await app.inject({ url: answer.json<Invoice>().invoiceUrl ?? '', headers: { cookie } })
  expect([file.statusCode, file.rawPayload.equals(PDF)]).toEqual([200, true])
  await app.close()
})
