import type { Examples, World } from '#server/domain/example-world.ts'
import { invitationAccepted, invitationNotPossible, teamInvitation } from './letters.ts'

export function teamExamples({
  config,
  reader,
  words,
  token,
}: World): Examples<'team-invitation' | 'invitation-not-possible' | 'invitation-accepted'> {
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
