import { INVITATION_DAYS } from '#contract/team.ts'
import { composeLetter, type Sender } from '#server/features/outbox/actions.ts'

type Invited = { config: Sender; to: string; organization: string; invitedBy: string; token: string }

/** To whoever is asked to join. */
export const teamInvitation = ({ config, to, organization, invitedBy, token }: Invited) =>
  composeLetter(config, {
    kind: 'team-invitation',
    to,
    subject: `Join your team on ${config.productName}`,
    title: `${invitedBy} invites you to ${organization}`,
    paragraphs: [
      `Create your account to work with ${organization}'s licenses, downloads and support requests.`,
      `The link works once, for ${INVITATION_DAYS} days. If you did not expect it, ignore this mail.`,
    ],
    action: { label: 'Accept the invitation', url: `${config.publicUrl}/auth?invite=${token}` },
  })

type Joined = { config: Sender; to: string; firstName: string; name: string; email: string; organization: string }

/** To whoever invited them. */
export const invitationAccepted = ({ config, to, firstName, name, email, organization }: Joined) =>
  composeLetter(config, {
    kind: 'invitation-accepted',
    to,
    subject: `Your invitation to ${config.productName} was accepted`,
    title: `Hello ${firstName}`,
    paragraphs: [`${name} (${email}) has accepted your invitation and is now a member of ${organization}.`],
    action: { label: 'Open the team', url: `${config.publicUrl}/team` },
  })
