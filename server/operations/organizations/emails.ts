import type { Examples, ExampleData } from '#server/domain/example-data.ts'
import { composeEmail, type Sender } from '#server/domain/emails.ts'

type AdminNotice = { config: Sender; to: { email: string; firstName: string }; organization: string }

export const organizationSuspended = ({ config, to, organization }: AdminNotice) =>
  composeEmail(config, {
    kind: 'organization-suspended',
    to: to.email,
    subject: `Your organization was suspended on ${config.productName}`,
    title: `Hello ${to.firstName}`,
    paragraphs: [
      `${organization} was suspended. Until it is reactivated, none of its licenses is valid, and none can be created or changed.`,
      'Everyone can still sign in, pay invoices and ask for support, and nothing was deleted.',
      `If you do not know the reason, write to ${config.salesEmail}.`,
    ],
    action: { label: 'Open billing', url: `${config.publicUrl}/billing` },
  })

export const organizationReactivated = ({
  config,
  to,
  organization,
  isRunning,
}: AdminNotice & { isRunning: boolean }) =>
  composeEmail(config, {
    kind: 'organization-reactivated',
    to: to.email,
    subject: `Your organization was reactivated on ${config.productName}`,
    title: `Hello ${to.firstName}`,
    paragraphs: [
      `${organization} was reactivated.`,
      isRunning
        ? 'Every license is again what it was before the suspension. Devices work again once they have checked in.'
        : `Its subscription has ended, so its licenses return with a new one. To start one, write to ${config.salesEmail}.`,
    ],
    action: { label: 'Open licenses', url: `${config.publicUrl}/licenses` },
  })

export function organizationExamples({
  config,
  reader,
  words,
}: ExampleData): Examples<'organization-suspended' | 'organization-reactivated'> {
  const example = { config, to: reader, organization: words('Acme Mining') }
  return {
    'organization-suspended': { Example: organizationSuspended(example) },
    'organization-reactivated': {
      'With a subscription': organizationReactivated({ ...example, isRunning: true }),
      'Its subscription has ended': organizationReactivated({ ...example, isRunning: false }),
    },
  }
}
