import type { Effective } from '#contract/license-requests.ts'
import { countOf } from '#contract/licenses.ts'
import type { Config } from '#server/platform/config.ts'
import { letter } from '#server/platform/letter.ts'

type Sender = Pick<Config, 'productName' | 'publicUrl' | 'salesEmail'>
type Asked = { id: string; additionalLicenses: number; businessJustification: string }

/** To sales: who wants how many, and where to decide. */
export const requestForSales = (
  config: Sender,
  {
    id,
    organization,
    person,
    additionalLicenses,
    businessJustification,
  }: Asked & { organization: string; person: string },
) => ({
  kind: 'license-request-for-sales',
  to: config.salesEmail,
  subject: `Request for ${countOf(additionalLicenses)} on ${config.productName}`,
  ...letter({
    productName: config.productName,
    title: `${organization} requests ${countOf(additionalLicenses)}`,
    paragraphs: [`Requested by ${person}`, businessJustification],
    action: { label: 'Decide the request', url: `${config.publicUrl}/admin/overview?request=${id}` },
  }),
})

type Requester = { email: string; firstName: string }

const starts: Record<Effective, string> = {
  now: 'They are yours from now on.',
  period_end: 'They are added when your next billing period begins.',
}

export const requestApproved = (
  config: Sender,
  { email, firstName }: Requester,
  { additionalLicenses, effective }: { additionalLicenses: number; effective: Effective },
) => ({
  kind: 'license-request-approved',
  to: email,
  subject: `Your request for ${countOf(additionalLicenses)} was approved`,
  ...letter({
    productName: config.productName,
    title: `Good news, ${firstName}`,
    paragraphs: [`Our sales team has approved your request for ${countOf(additionalLicenses)}.`, starts[effective]],
    action: { label: 'Open your dashboard', url: config.publicUrl },
  }),
})

export const requestDeclined = (
  config: Sender,
  { email, firstName }: Requester,
  { additionalLicenses, reason }: { additionalLicenses: number; reason: string },
) => ({
  kind: 'license-request-declined',
  to: email,
  subject: `Your request for ${countOf(additionalLicenses)} was declined`,
  ...letter({
    productName: config.productName,
    title: `Hello ${firstName}`,
    paragraphs: [
      `Our sales team could not approve your request for ${countOf(additionalLicenses)}. They write:`,
      reason,
      `If you have questions, write to ${config.salesEmail}.`,
    ],
    action: { label: 'Open your dashboard', url: config.publicUrl },
  }),
})
