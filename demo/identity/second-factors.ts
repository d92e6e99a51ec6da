import type { Random } from '#demo/random.ts'
import type { mfaSecrets } from '#server/database/schema/identity/mfa.ts'
import type { Account } from './accounts.ts'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A secret for everybody who has two-factor authentication on: no authenticator app knows it, so these cannot sign in. */
export const buildSecondFactors = (accounts: Account[], random: Random): (typeof mfaSecrets.$inferInsert)[] =>
  accounts.flatMap(({ id: userId, mfaEnabledAt }) =>
    mfaEnabledAt ? { userId, secret: random.text(BASE32, 32), createdAt: mfaEnabledAt } : [],
  )
