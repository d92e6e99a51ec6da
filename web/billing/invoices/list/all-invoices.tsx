import { useEffect, useRef } from 'react'
import { InvoiceStatus } from '#contract/billing/invoices.ts'
import { useInvoiceFilter, useInvoicePages } from '../api.ts'
import { showInvoice } from '../show-invoice.ts'
import { invoiceColumns } from './invoice-columns.tsx'
import { InvoiceFilters, InvoiceList, NothingFound } from './invoice-list.tsx'

const statuses = InvoiceStatus.options.filter((status) => status !== 'draft')

export function AllInvoices() {
  const filter = useInvoiceFilter()
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The card is far below the top of the page on a phone. A block body: newer browsers return a promise, which is no cleanup function.
    top.current?.closest('section')?.scrollIntoView()
  }, [])
  return (
    <>
      <div ref={top} className="flex flex-wrap gap-2 px-5 pb-3">
        <InvoiceFilters placeholder="Number or note" statuses={statuses} status={filter.status} />
      </div>
      <InvoiceList
        label="List of invoices"
        pages={useInvoicePages(filter)}
        shows={filter}
        columns={invoiceColumns}
        onRowClick={({ id }) => showInvoice(id)}
        empty={<NothingFound />}
      />
    </>
  )
}
