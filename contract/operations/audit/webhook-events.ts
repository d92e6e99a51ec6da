import * as z from 'zod/mini'
import { ActionGroup, nounsOf } from './action-groups.ts'
import { auditActions, type AuditAction, type SubjectKind } from './audit-actions.ts'

type Changes = Record<string, [before: unknown, after: unknown]>

type Event = {
  /** `vendor`: only the vendor's endpoints. `organization`: also those of the organization that it is about. */
  audience: 'vendor' | 'organization'
  subject: SubjectKind
  /** Example of `changes`. */
  changes: Changes
}

const of =
  (audience: Event['audience'], subject: SubjectKind) =>
  (changes: Changes = {}): Event => ({ audience, subject, changes })

const [license, request, key] = [
  of('organization', 'license'),
  of('organization', 'license-request'),
  of('organization', 'enrollment-key'),
]
const [invoice, subscription] = [of('organization', 'invoice'), of('organization', 'subscription')]
const [ticket, organization] = [of('organization', 'ticket'), of('organization', 'organization')]
const [invitation, member, token] = [
  of('organization', 'invitation'),
  of('organization', 'user'),
  of('organization', 'api-token'),
]
const [version, document, account] = [of('vendor', 'version'), of('vendor', 'document'), of('vendor', 'user')]
const [assignment, customer] = [of('vendor', 'ticket'), of('vendor', 'organization')]

const PERIOD_END: Changes = { currentPeriodEnd: ['2026-07-01T00:00:00.000Z', '2026-08-01T00:00:00.000Z'] }
const UUIDS = ['4C4C4544-0039-4B10-8031-B7C04F4A4432', 'C2753176-383A-4750-8F22-A231DA06BFC4'] as const
const DEVICE: Changes = {
  deviceFingerprint: [null, UUIDS[0]],
  deviceName: [null, 'FRONT-DESK-01'],
  deviceOs: [null, 'Windows 11'],
}
const RELEASED: Changes = {
  status: ['active', 'unassigned'],
  deviceFingerprint: [UUIDS[0], null],
  deviceName: ['FRONT-DESK-01', null],
  deviceOs: ['Windows 11', null],
}

/** The audit actions that are sent to webhooks. An action is listed only if its entries contain nothing internal. */
const events = {
  'license.created': license({ label: [null, 'Reception'], status: [null, 'unassigned'] }),
  'license.assigned': license({ status: ['unassigned', 'assigned'], deviceFingerprint: [null, UUIDS[0]] }),
  'license.activated': license({ status: ['unassigned', 'active'], ...DEVICE }),
  'license.enrolled': license({ status: ['unassigned', 'active'], ...DEVICE, enrollmentKey: [null, 'Floor 2'] }),
  'license.updated': license({ label: ['Reception', 'Front desk'] }),
  'license.device-changed': license({ deviceName: ['FRONT-DESK-01', 'FRONT-DESK-02'] }),
  'license.moved': license(RELEASED),
  'license.transferred': license({ deviceFingerprint: [...UUIDS] }),
  'license.deactivated': license(RELEASED),
  'license.suspended': license({ status: ['active', 'inactive'] }),
  'license.reactivated': license({ status: ['inactive', 'active'] }),
  'license.revoked': license({ status: ['active', 'revoked'] }),
  'license.restored': license({ status: ['revoked', 'unassigned'] }),
  'license.deleted': license({ label: ['Reception', null] }),
  'license-request.created': request({ additionalLicenses: [null, 5] }),
  'license-request.approved': request({ status: ['pending', 'approved'] }),
  'license-request.declined': request({ status: ['pending', 'declined'] }),
  'enrollment-key.created': key({ label: [null, 'Floor 2'] }),
  'enrollment-key.updated': key({ maxUses: [10, 20] }),
  'enrollment-key.paused': key({ isPaused: [false, true] }),
  'enrollment-key.resumed': key({ isPaused: [true, false] }),
  'enrollment-key.deleted': key({ label: ['Floor 2', null] }),
  'invoice.created': invoice({
    invoiceNumber: [null, 'INV-2026-00042'],
    amount: [null, '5750.50'],
    status: [null, 'issued'],
  }),
  'invoice.status-changed': invoice({ status: ['issued', 'overdue'] }),
  'invoice.payment-recorded': invoice({ paid: ['0.00', '5750.50'] }),
  'invoice.payment-reversed': invoice({ paid: ['5750.50', '0.00'] }),
  'invoice.credit-applied': invoice({ paid: ['0.00', '400.00'] }),
  'invoice.credit-removed': invoice({ paid: ['400.00', '0.00'] }),
  'invoice.credited': invoice({ creditNote: [null, 'CN-2026-00003'], amount: [null, '500.00'] }),
  'invoice.proof-sent': invoice({ fileName: [null, 'payment.pdf'] }),
  'subscription.created': subscription({ licenseLimit: [null, 20] }),
  'subscription.trial-started': subscription({ licenseLimit: [null, 5], endsOn: [null, '2026-07-14'] }),
  'subscription.trial-changed': subscription({ endsOn: ['2026-07-14', '2026-07-28'] }),
  'subscription.trial-converted': subscription({
    status: ['canceled', 'active'],
    isTrial: [true, false],
    twelveMonthCents: [0, 600_000],
    ...PERIOD_END,
  }),
  'subscription.renewed': subscription(PERIOD_END),
  'subscription.updated': subscription({ licenseLimit: [20, 25] }),
  'subscription.seats-added': subscription({ licenseLimit: [20, 25] }),
  'subscription.seat-change-scheduled': subscription({ deltaQuantity: [0, -5] }),
  'subscription.seat-change-applied': subscription({ licenseLimit: [25, 20] }),
  'subscription.marked-past-due': subscription({ status: ['active', 'past_due'] }),
  'subscription.marked-unpaid': subscription({ status: ['past_due', 'unpaid'] }),
  'subscription.recovered': subscription({ status: ['past_due', 'active'] }),
  'subscription.canceled': subscription({
    status: ['active', 'canceled'],
    cancellationReason: [null, 'too_expensive'],
  }),
  'subscription.resumed': subscription({ status: ['canceled', 'active'] }),
  'subscription.ended': subscription({ endedAt: [null, '2026-08-01T00:00:00.000Z'] }),
  'ticket.created': ticket({ title: [null, 'The printer is not found'], priority: [null, 'high'] }),
  'ticket.updated': ticket({ status: ['open', 'resolved'] }),
  'ticket.rated': ticket({ rating: [null, 5] }),
  'message.sent': ticket(),
  'invitation.created': invitation({ email: [null, 'thandi@example.com'], role: [null, 'customer'] }),
  'invitation.accepted': invitation({ member: [null, 'Thandi Nkosi'], role: [null, 'customer'] }),
  'invitation.revoked': invitation({ email: ['thandi@example.com', null] }),
  'member.role-changed': member({ role: ['customer', 'org_admin'] }),
  'member.removed': member({ status: ['active', 'suspended'] }),
  'member.reactivated': member({ status: ['suspended', 'active'] }),
  'api-token.created': token({ name: [null, 'Nightly export'], scopes: [null, 'licenses:read'] }),
  'api-token.revoked': token({ name: ['Nightly export', null] }),
  'organization.updated': organization({ phone: [null, '+27 21 555 0100'] }),
  'organization.mfa-changed': organization({ isMfaRequired: [false, true] }),
  'organization.sso-changed': organization({ isSsoRequired: [false, true] }),
  'organization.suspended': customer({ suspended: [false, true] }),
  'organization.reactivated': customer({ suspended: [true, false] }),
  'user.registered': account({ organization: [null, 'Acme Mining'], email: [null, 'lerato@example.com'] }),
  'user.approved': account({ status: ['pending', 'active'] }),
  'user.suspended': account({ status: ['active', 'suspended'] }),
  'user.reactivated': account({ status: ['suspended', 'active'] }),
  'user.erased': account({}),
  'user.role-changed': account({ role: ['agent', 'admin'] }),
  'ticket.assigned': assignment({ assignee: [null, 'Sipho Molefe'] }),
  'document.published': document({ published: [false, true] }),
  'version.published': version({ version: [null, '4.4.0'], channel: [null, 'stable'], rolloutPercent: [null, 25] }),
  'version.promoted': version({ channel: ['beta', 'stable'] }),
  'version.withdrawn': version({ isActive: [true, false] }),
  'version.restored': version({ isActive: [false, true] }),
  'version.publication-failed': version({ reason: [null, 'It has no file yet.'] }),
} as const satisfies Partial<Record<AuditAction, Event>>

/** The type of an event is the name of its audit action. */
export type WebhookEvent = keyof typeof events

export const isWebhookEvent = (action: string): action is WebhookEvent => Object.hasOwn(events, action)

export const webhookEvents = auditActions.filter(isWebhookEvent)

export const WebhookEvent = z.enum(webhookEvents, 'This event does not exist')

export const audienceOf = (event: WebhookEvent) => events[event].audience

/** The events that an endpoint can ask for. */
export const eventsFor = (owner: Event['audience']) =>
  webhookEvents.filter((event) => owner === 'vendor' || audienceOf(event) === 'organization')

/** The same events, by subject, for people who choose. */
export const groupedEvents = (owner: Event['audience']) =>
  ActionGroup.options
    .map((group) => {
      const nouns = nounsOf(group)
      return { group, events: eventsFor(owner).filter((event) => nouns.includes(event.split('.')[0] ?? '')) }
    })
    .filter(({ events: own }) => own.length > 0)

/** The body of a request to an endpoint, as Standard Webhooks has it. */
export type WebhookPayload = {
  type: string
  timestamp: string
  data: {
    organizationId: string | null
    /** An organization's endpoint gets staff as one team, without id. */
    actor: { kind: 'user' | 'device' | 'system' | 'anonymous'; id: string | null; name: string | null }
    subject: { kind: string; id: string } | null
    /** Field → [before, after]. */
    changes: Changes
  }
}

export const examplePayload = (event: WebhookEvent): WebhookPayload => ({
  type: event,
  timestamp: '2026-07-01T08:30:00.000Z',
  data: {
    organizationId:
      audienceOf(event) === 'vendor' && events[event].subject !== 'organization'
        ? null
        : '5b1d0c3e-6a53-4d0f-9a60-0f6c2f1f6a11',
    actor: { kind: 'user', id: 'c7f5c1a9-8f0e-4b5f-a3c0-6de0f6b7a722', name: 'Lerato Dlamini' },
    subject: { kind: events[event].subject, id: '0e9d3f52-1f6b-4f43-8a57-9a2f0f3e5b33' },
    changes: events[event].changes,
  },
})
