import type { Examples, World } from '#server/domain/example-world.ts'
import {
  addressInUse,
  backupCodesRenewed,
  confirmEmail,
  confirmNewEmail,
  emailChangeAsked,
  mfaDisabled,
  mfaEnabled,
} from './letters.ts'

type Kind =
  | 'email-verification'
  | 'email-change'
  | 'email-change-asked'
  | 'address-in-use'
  | 'mfa-enabled'
  | 'mfa-disabled'
  | 'backup-codes-renewed'

export function accountExamples({ config, reader, token }: World): Examples<Kind> {
  const to = { config, to: reader.email, firstName: reader.firstName }
  return {
    'email-verification': { Example: confirmEmail({ ...to, token }) },
    'email-change': { Example: confirmNewEmail({ ...to, token }) },
    'email-change-asked': { Example: emailChangeAsked({ ...to, email: 'lerato@acme.example' }) },
    'address-in-use': { Example: addressInUse(to) },
    'mfa-enabled': { Example: mfaEnabled(to) },
    'mfa-disabled': { Example: mfaDisabled(to) },
    'backup-codes-renewed': { Example: backupCodesRenewed(to) },
  }
}
