import { useQuery } from '@tanstack/react-query'
import type { InvoiceStatus } from '#contract/billing/invoices.ts'
import { statusPreviews } from '#contract/billing/status-previews.ts'
import { readOptions } from '#web/app/api/data.ts'

/** Never cached: the effects depend on what other admins have done since. */
export const useStatusPreview = (id: string, status: InvoiceStatus) =>
  useQuery({ ...readOptions(statusPreviews.read, { params: { id }, query: { status } }), gcTime: 0 })
