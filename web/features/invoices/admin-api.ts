import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { dashboard } from '#contract/dashboard.ts'
import { invoices } from '#contract/invoices.ts'
import { organizations } from '#contract/organizations.ts'
import { overview } from '#contract/overview.ts'
import { uploads } from '#contract/uploads.ts'
import { callPage } from '#web/app/call.ts'
import { useWrite } from '#web/app/data.ts'
import { pagesOf } from '#web/app/pages.ts'
import { keyOf } from '#web/app/query-client.ts'
import { putFile, sendForm, type FormFields } from '#web/app/upload.ts'
import { PAGES, PAGE_SIZE, type InvoiceFilter } from './api.ts'
import { invoiceBadge } from './invoice-badge.ts'
import { keepInvoice } from './cached-invoices.ts'

type Wanted = Partial<InvoiceFilter> & { organizationId?: string }

/** Everybody's invoices, or one organization's: drafts too. */
export const useEverybodysInvoices = (wanted: Wanted) =>
  useInfiniteQuery({
    queryKey: [...keyOf(invoices.listAll, { query: wanted }), PAGES],
    ...pagesOf((cursor) => callPage(invoices.listAll, { query: { ...wanted, cursor, limit: PAGE_SIZE } })),
  })

/** Everything that sums up or repeats invoices. */
export const TOTALS = [invoices.overview, invoices.list, organizations.list, dashboard.read, overview.read]

const useSetStatus = (title: string) =>
  useWrite(invoices.setStatus, {
    success: ({ invoiceNumber, status }) => [title, `${invoiceNumber}: ${invoiceBadge(status).children}`],
    failure: 'Failed to update status',
    fallback: 'Failed to update invoice status',
    refresh: TOTALS,
    keep: keepInvoice,
  })

export const useMarkInvoice = () => useSetStatus('Invoice Status Updated')
export const useChooseStatus = () => useSetStatus('Invoice Updated')

const UPLOAD_FAILED = 'Failed to upload invoice'

const uploaded = {
  success: ['Invoice Uploaded', 'It is now visible to the organization admin.'],
  fallback: UPLOAD_FAILED,
  refresh: [...TOTALS, invoices.listAll],
} as const

/** Where the PDF of an invoice may be sent to. */
export const useRequestUpload = () =>
  useWrite(uploads.request, { failure: UPLOAD_FAILED, fallback: 'Failed to get upload URL' })

/** Says false when somebody stopped it: that is no failure. */
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

/** For a PDF that was sent to the storage before. */
export const useUploadInvoice = () => useWrite(invoices.upload, { ...uploaded, failure: UPLOAD_FAILED })

/** Fields and PDF in one request. */
export const useSendInvoice = () =>
  useMutation({
    mutationFn: (form: FormFields) => sendForm(invoices.upload, form),
    meta: { ...uploaded, failure: 'Error' },
  })
