import { INVITATION_DAYS } from '#contract/identity/team.ts'
import type { Examples, ExampleData } from '#server/domain/example-data.ts'
import { composeEmail, composeFor, type Person, type Sender } from '#server/domain/emails.ts'

type TeamInvitation = { config: Sender; to: string; organization: string; invitedBy: string; token: string }

export const teamInvitation = ({ config, to, organization, invitedBy, token }: TeamInvitation) =>
  composeEmail(config, {
    kind: 'team-invitation',
    to,
    subject: `Join your team on ${config.productName}`,
    title: `Join your team on ${config.productName}`,
    paragraphs: [
      'Create your account to work with your organization’s licenses, downloads and support requests.',
      {
        facts: [
          { label: 'Organization', value: organization },
          { label: 'Invited by', value: invitedBy },
        ],
      },
      `The link works once, for ${INVITATION_DAYS} days. If you didn’t expect it, ignore this email.`,
    ],
    action: { label: 'Accept the invitation', url: `${config.publicUrl}/auth?invite=${token}` },
  })

type Unable = Person & { organization: string; invitedBy: string }

/** To the owner of an account in another organization. The inviter does not learn of it. */
export const invitationNotPossible = ({ organization, invitedBy, ...to }: Unable) =>
  composeFor(to, {
    kind: 'invitation-not-possible',
    subject: `You already have a ${to.config.productName} account`,
    paragraphs: [
      `${invitedBy} invited this address to ${organization}. You already have an account, and an account belongs to one organization, so nothing has changed.`,
      'To join, ask for an invitation to a different address. If you didn’t expect this, ignore this email.',
    ],
    action: { label: 'Sign in', url: `${to.config.publicUrl}/auth` },
  })

type NewMember = Person & { name: string; email: string; organization: string }

export const invitationAccepted = ({ name, email, organization, ...to }: NewMember) =>
  composeFor(to, {
    kind: 'invitation-accepted',
    subject: `Your invitation to ${to.config.productName} was accepted`,
    paragraphs: [`${name} (${email}) has accepted your invitation and is now a member of ${organization}.`],
    action: { label: 'Open the team', url: `${to.config.publicUrl}/team` },
  })

export function teamExamples({
  config,
  reader,
  words,
  token,
}: ExampleData): Examples<'team-invitation' | 'invitation-not-possible' | 'invitation-accepted'> {
  const to = { config, to: reader.email, organization: words('Acme Mining') }
  const joined = { name: words('Sipho Dlamini'), email: 'sipho.dlamini@acme.example' }
  return {
    'team-invitation': { Example: teamInvitation({ ...to, invitedBy: words('Lindiwe Botha'), token }) },
    'invitation-not-possible': {
      Example: invitationNotPossible({ ...to, invitedBy: words('Lindiwe Botha'), firstName: reader.firstName }),
    },
    'invitation-accepted': { Example: invitationAccepted({ ...to, ...joined, firstName: reader.firstName }) },
  }
}
