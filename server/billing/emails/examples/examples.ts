import { paymentProofForSales } from '#server/billing/emails/payment-proofs.ts'
import { requestApproved, requestDeclined, requestForSales } from '#server/billing/emails/requests.ts'
import type { Examples, ExampleData } from '#server/domain/example-data.ts'
import { moneyExamples } from './money.ts'
import { subscriptionExamples } from './subscription.ts'

export const billingExamples = (world: ExampleData) => ({
  ...moneyExamples(world),
  ...subscriptionExamples(world),
  ...requestExamples(world),
})

type Kind =
  | 'payment-proof-for-sales'
  | 'license-request-for-sales'
  | 'license-request-approved'
  | 'license-request-declined'

function requestExamples({ config, reader, words, id }: ExampleData): Examples<Kind> {
  const to = { config, to: reader }
  const asked = {
    id,
    organization: words('Acme Mining'),
    person: words('Lindiwe Botha'),
    additionalLicenses: 5,
    businessJustification: words('Five new workstations for the control center in Rustenburg.'),
  }
  const proof = {
    id,
    invoiceNumber: 'INV-2026-00217',
    organizationName: words('Acme Mining'),
    amountCents: 375_050,
    paidCents: 0,
    creditedCents: 0,
    person: words('Lindiwe Botha'),
    fileName: words('confirmation.pdf'),
  }
  return {
    'payment-proof-for-sales': { Example: paymentProofForSales(config, proof) },
    'license-request-for-sales': { Example: requestForSales(config, asked) },
    'license-request-approved': {
      'From now on': requestApproved(to, { additionalLicenses: 5, effective: 'now' }),
      'From the next period on': requestApproved(to, { additionalLicenses: 1, effective: 'period_end' }),
      'Fewer licenses': requestApproved(to, { additionalLicenses: -3, effective: 'period_end' }),
    },
    'license-request-declined': {
      Example: requestDeclined(to, {
        additionalLicenses: 30,
        reason: words('For a trial of that size please use the trial edition. We will gladly set it up with you.'),
      }),
    },
  }
}
