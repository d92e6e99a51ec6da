import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { invoices, type Invoice, type InvoiceFilter } from '#contract/billing/invoices.ts'
import { receivables } from '#contract/billing/receivables.ts'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import type { BilledChanges } from '#contract/billing/subscriptions/drafts.ts'
import { dashboard } from '#contract/operations/dashboard.ts'
import { organizations } from '#contract/operations/organizations.ts'
import { overview } from '#contract/operations/overview.ts'
import { uploads } from '#contract/releases/uploads.ts'
import { callPage } from '#web/app/api/call.ts'
import { readOptions, sendWrite, useUndoableWrite, useWrite } from '#web/app/api/data.ts'
import { PAGES } from '#web/app/api/list-cache.ts'
import { pagesOf } from '#web/app/api/pages.ts'
import { keyOf, type ToastText } from '#web/app/api/query-client.ts'
import { putFile, sendForm, type FormFields } from '#web/app/api/upload.ts'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import { PAGE_SIZE } from './api.ts'
import { invoiceStatusName } from './invoice-words.ts'
import { keepInvoice, rereadInvoice } from './list/keep-invoice.ts'

export const useAllInvoices = (filter: InvoiceFilter) =>
  useInfiniteQuery({
    queryKey: [...keyOf(invoices.listAll, { query: filter }), PAGES],
    ...pagesOf((cursor) => callPage(invoices.listAll, { query: { ...filter, cursor, limit: PAGE_SIZE } })),
  })

/** Endpoints that sum up or repeat invoices. */
export const TOTALS = [
  invoices.overview,
  receivables.ageing,
  invoices.list,
  organizations.list,
  dashboard.read,
  overview.read,
]

export type StatusToast = 'Invoice Status Updated' | 'Invoice Updated'

const settingStatus = (title: StatusToast) =>
  ({
    success: ({ invoiceNumber, status }: Invoice): ToastText => [
      title,
      `${invoiceNumber}: ${invoiceStatusName(status)}`,
    ],
    failure: 'Failed to update status',
    fallback: 'Failed to update invoice status',
    refresh: TOTALS,
    keep: keepInvoice,
    reread: rereadInvoice,
  }) as const

export const useSetStatus = (title: StatusToast) => useWrite(invoices.setStatus, settingStatus(title))

/** So that a change is refused if someone else has paid or changed the invoice, whose payments it would reverse. */
export const shownState = ({ status, balance }: Invoice) => ({ from: status, owed: balance })

/** Between outstanding statuses, no money moves and no email is sent, so the toast offers undo. */
export const useMarkOverdue = () => useUndoableWrite(invoices.setStatus, settingStatus('Invoice Status Updated'))

const UPLOAD_FAILED = 'Failed to upload invoice'

const uploaded = {
  success: ['Invoice Uploaded', 'It is now visible to the organization admin.'],
  fallback: UPLOAD_FAILED,
  refresh: [...TOTALS, invoices.listAll],
} as const

export const useRequestUpload = () =>
  useWrite(uploads.request, { failure: UPLOAD_FAILED, fallback: 'Failed to get upload URL' })

/** Resolves to false if the user stopped the upload. */
export const usePutPdf = () =>
  useMutation({
    mutationFn: (put: Parameters<typeof putFile>[0]) =>
      putFile(put).then(
        () => true,
        (error: Error) => {
          if (put.signal.aborted) return false
          throw error
        },
      ),
    meta: {
      success: (isSent) => (isSent ? ['PDF Uploaded', 'Complete the invoice details to finish'] : ''),
      failure: UPLOAD_FAILED,
      fallback: UPLOAD_FAILED,
    },
  })

export const useUploadInvoice = () => useWrite(invoices.upload, { ...uploaded, failure: UPLOAD_FAILED })

export const useSendInvoice = () =>
  useMutation({
    mutationFn: (form: { fields: FormFields; confirmed: Confirmation }) =>
      sendWrite(invoices.upload, () => sendForm(invoices.upload, form)),
    meta: { ...uploaded, failure: 'Error' },
  })

/** The last preview stays while another price is typed. */
export const whileTyping = { placeholderData: keepPreviousData, gcTime: 0, staleTime: 0 } as const

export const usePricingPreview = (id: string, twelveMonthValue: string) =>
  useQuery({
    ...readOptions(organizations.previewPricing, { params: { id }, query: { twelveMonthValue } }),
    ...whileTyping,
  })

export const useSubscriptionPreview = (id: string, query: BilledChanges) =>
  useQuery({ ...readOptions(subscriptions.previewSubscription, { params: { id }, query }), ...whileTyping })
