import { VAT_BASIS_POINTS } from '#contract/billing/invoices.ts'
import type { Particulars } from '#server/database/schema/billing/invoices.ts'
import type { Platform } from '#server/platform/platform.ts'

/** A vendor without a VAT number charges no VAT. */
export const vatRateOf = ({ config }: Pick<Platform, 'config'>) => (config.vendor.vatNumber ? VAT_BASIS_POINTS : 0)

type VatFacts = { particulars: Particulars | null; vatBasisPoints: number | null; wasIssued: boolean }

/** An invoice that was never issued gets the rate and the parties of the day on which it is. */
export const asIssued = <Row extends VatFacts>(platform: Pick<Platform, 'config'>, invoice: Row): Row =>
  invoice.wasIssued ? invoice : { ...invoice, particulars: null, vatBasisPoints: vatRateOf(platform) }
