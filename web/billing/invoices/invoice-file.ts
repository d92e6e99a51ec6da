import type { Invoice } from '#contract/billing/invoices.ts'

/** For `<DownloadLink {...invoiceFile(invoice)} />`, which shows nothing while there is no file. */
export const invoiceFile = ({ invoiceUrl, invoiceNumber }: Pick<Invoice, 'invoiceUrl' | 'invoiceNumber'>) => ({
  href: invoiceUrl,
  label: `Download invoice ${invoiceNumber}`,
  title: 'Download PDF',
})
