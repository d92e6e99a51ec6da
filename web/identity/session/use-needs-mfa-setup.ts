import { needsMfaSetup } from '#contract/identity/mfa.ts'
import { usePortal } from '#web/app/api/config.ts'
import { useCurrentUser } from './api.ts'

/** `changes`: of the current user, to ask what would follow. */
export const useNeedsMfaSetup = (changes: { isMfaEnabled?: boolean } = {}) =>
  needsMfaSetup({ ...useCurrentUser(), ...changes }, usePortal()?.staffMfaRequired ?? false)
