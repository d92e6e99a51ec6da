import { invoiceDrafts } from '#contract/billing/invoice-drafts.ts'
import { invoices } from '#contract/billing/invoices.ts'
import { useRead, useWrite } from '#web/app/api/data.ts'
import { TOTALS } from '#web/billing/invoices/admin-api.ts'

export const useDraftTerms = () => useRead(invoiceDrafts.terms)

export const useCreateDraft = () =>
  useWrite(invoiceDrafts.create, {
    success: ({ invoiceNumber }) => ['Draft Saved', `${invoiceNumber} can be issued now.`],
    failure: 'Failed to save the draft',
    refresh: [...TOTALS, invoices.listAll],
  })
