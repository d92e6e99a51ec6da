import type { Examples, World } from '#server/domain/example-world.ts'
import { accountReactivated, mfaReset, staffInvitation } from './letters.ts'

export function userExamples({
  config,
  reader,
  words,
  token,
}: World): Examples<'account-reactivated' | 'mfa-reset' | 'staff-invitation'> {
  const to = { config, to: reader.email, firstName: reader.firstName }
  const invited = { ...to, invitedBy: words('Thandi Nkosi'), token }
  return {
    'account-reactivated': { Example: accountReactivated(to) },
    'mfa-reset': { Example: mfaReset(to) },
    'staff-invitation': {
      'To an admin': staffInvitation({ ...invited, role: 'admin' }),
      'To an agent': staffInvitation({ ...invited, role: 'agent' }),
    },
  }
}
