import { requestedText, type Effective } from '#contract/licensing/license-requests.ts'
import { composeEmail } from '#server/domain/emails.ts'
import { facts, toCustomer, type Sender, type To } from './parts.ts'

type LicenseRequest = {
  id: string
  organization: string
  person: string
  additionalLicenses: number
  businessJustification: string
}

export const requestForSales = (
  config: Sender,
  { id, organization, person, additionalLicenses, businessJustification }: LicenseRequest,
) =>
  composeEmail(config, {
    kind: 'license-request-for-sales',
    to: config.salesEmail,
    subject: `Request for ${requestedText(additionalLicenses)} on ${config.productName}`,
    title: `${organization} requests ${requestedText(additionalLicenses)}`,
    paragraphs: [
      facts([
        { label: 'Organization', value: organization },
        { label: 'Requested by', value: person },
        { label: 'Licenses', value: `${Math.abs(additionalLicenses)} ${additionalLicenses < 0 ? 'fewer' : 'more'}` },
        { label: 'Reason', value: businessJustification },
      ]),
    ],
    action: { label: 'Decide the request', url: `${config.publicUrl}/admin/overview?request=${id}` },
  })

function startOf({ additionalLicenses, effective }: ApprovedRequest) {
  if (additionalLicenses < 0) return 'Your licenses and their price change when your next billing period begins.'
  const they = additionalLicenses === 1 ? 'It is' : 'They are'
  return effective === 'now' ? `${they} yours from now on.` : `${they} added when your next billing period begins.`
}

const openDashboard = ({ publicUrl }: Sender) => ({ label: 'Open your dashboard', url: publicUrl })

type ApprovedRequest = { additionalLicenses: number; effective: Effective }

export const requestApproved = (to: To, approved: ApprovedRequest) =>
  toCustomer(to, {
    kind: 'license-request-approved',
    subject: `Your request for ${requestedText(approved.additionalLicenses)} was approved`,
    paragraphs: [
      `Our sales team has approved your request for ${requestedText(approved.additionalLicenses)}.`,
      startOf(approved),
    ],
    action: openDashboard(to.config),
  })

type DeclinedRequest = { additionalLicenses: number; reason: string }

export const requestDeclined = (to: To, { additionalLicenses, reason }: DeclinedRequest) =>
  toCustomer(to, {
    kind: 'license-request-declined',
    subject: `Your request for ${requestedText(additionalLicenses)} was declined`,
    paragraphs: [
      `Our sales team couldn’t approve your request for ${requestedText(additionalLicenses)}. They write:`,
      { quote: reason },
      `If you have questions, contact ${to.config.salesEmail}.`,
    ],
    action: openDashboard(to.config),
  })
