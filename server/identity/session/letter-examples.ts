import type { Examples, World } from '#server/domain/example-world.ts'
import {
  accountActivated,
  emailChanged,
  passwordChanged,
  passwordReset,
  registrationForSales,
  registrationReceived,
  tooManyCodes,
  tooManyPasswords,
} from './letters.ts'

type Kind =
  | 'registration-received'
  | 'registration-for-sales'
  | 'account-activated'
  | 'password-reset'
  | 'password-changed'
  | 'email-changed'
  | 'sign-in-attempts'

export function sessionExamples({ config, reader, words, token }: World): Examples<Kind> {
  const to = { config, to: reader.email, firstName: reader.firstName }
  const user = { firstName: reader.firstName, lastName: words('Mokoena'), username: 'lerato', email: reader.email }
  return {
    'registration-received': { Example: registrationReceived({ ...to, token }) },
    'registration-for-sales': {
      Example: registrationForSales({ config, organization: words('Acme Mining'), user }),
    },
    'account-activated': { Example: accountActivated(to) },
    'password-reset': { Example: passwordReset({ ...to, token }) },
    'password-changed': { Example: passwordChanged(to) },
    'sign-in-attempts': { 'Wrong passwords': tooManyPasswords(to), 'Wrong codes': tooManyCodes(to) },
    'email-changed': { Example: emailChanged({ ...to, email: 'lerato@acme.example' }) },
  }
}
