import { expect, test } from 'vitest'
import { invoices } from '#contract/invoices.ts'
import { makeInvoice } from '#server/database/seed/invoices.ts'
import { db, platform, signIn } from '#server/testing/testing.ts'

test('one person cannot keep the server busy with printing; a colleague still gets the invoice', async () => {
  const owner = await signIn()
  const { id } = await makeInvoice(db, { organizationId: owner.organizationId })
  const download = (person: typeof owner) => person.call(invoices.download, { params: { id } })
  expect((await download(owner)).status).toBe(200)
  const spend = () => platform.limits.spend('printed document by user', owner.user.id)
  await Promise.allSettled(Array.from({ length: 120 }, spend))
  expect((await download(owner)).status).toBe(429)
  expect((await download(await owner.colleague('customer'))).status).toBe(200)
})
