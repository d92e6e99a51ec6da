import { useMutation } from '@tanstack/react-query'
import { account, type OpenSession } from '#contract/identity/account.ts'
import { mfa, type CodeForm } from '#contract/identity/mfa.ts'
import { session } from '#contract/identity/session.ts'
import { call } from '#web/app/api/call.ts'
import { useFreshRead, useWrite } from '#web/app/api/data.ts'
import { changeUser, keyOf, refetch } from '#web/app/api/query-client.ts'
import { LOGIN_FAILED, WELCOME_BACK } from '#web/identity/session/api.ts'

/** The second step of signing in, which the sign-in form loads when it is needed. */
export const useFinishLogin = () =>
  useMutation({
    mutationFn: (body: CodeForm) => call(mfa.signIn, { body }),
    onSuccess: (user) => changeUser(user),
    meta: { success: WELCOME_BACK, failure: LOGIN_FAILED },
  })

export const useAccount = () => useFreshRead(account.read)

const refresh = [account.read, session.currentUser]

export const useChangeProfile = () =>
  useWrite(account.changeProfile, { success: 'Profile updated', failure: 'Failed to update profile', refresh })

export const useChangeEmail = () =>
  useWrite(account.changeEmail, {
    success: (_answer, { body }) => ['Check your email', `We sent a link to ${body.email.trim()}.`],
    failure: 'Failed to change email',
    refresh,
  })

export const useKeepEmail = () =>
  useWrite(account.keepEmail, { success: 'Email change withdrawn', failure: 'Failed to withdraw the change', refresh })

const VERIFICATION_MAILED = {
  success: ['Check your email', 'The link confirms your address and works for a day.'],
  failure: 'Failed to send the link',
} as const

export const useMailVerification = () => useWrite(account.mailVerification, VERIFICATION_MAILED)

/** For an applicant, who cannot sign in yet. */
export const useMailFirstVerification = () => useWrite(account.mailFirstVerification, VERIFICATION_MAILED)

export const useChangePassword = () =>
  useWrite(account.changePassword, {
    success: ['Password changed', 'You were signed out everywhere else.'],
    failure: 'Failed to change password',
    refresh: [account.sessions, account.read],
  })

export const useSessions = () => useFreshRead(account.sessions)

export const useEndSession = ({ device }: OpenSession) =>
  useWrite(account.endSession, {
    success: ['Session signed out', device],
    failure: 'Failed to sign the session out',
    refresh: [account.sessions],
  })

export const useEndOtherSessions = () =>
  useWrite(account.endOtherSessions, {
    success: 'All other sessions signed out',
    failure: 'Failed to sign the sessions out',
    refresh: [account.sessions],
  })

export const useSetNotification = () =>
  useWrite(account.setNotification, { failure: 'Failed to save the setting', refresh: [account.read] })

const reread = () => Promise.all(refresh.map((endpoint) => refetch({ queryKey: keyOf(endpoint) })))

export const useSetUpMfa = () => useWrite(mfa.setUp, { failure: 'Failed to start the setup', reread })

export const useEnableMfa = () =>
  useWrite(mfa.enable, {
    success: [
      'Two-factor authentication is on',
      'From now on, signing in with your password also requires a code. You were signed out everywhere else.',
    ],
    failure: 'Failed to turn two-factor authentication on',
    refresh: [...refresh, account.sessions],
    reread,
  })

export const useDisableMfa = () =>
  useWrite(mfa.disable, {
    success: ['Two-factor authentication is off', 'Signing in with your password no longer requires a code.'],
    failure: 'Failed to turn two-factor authentication off',
    refresh,
    reread,
  })

export const useRenewBackupCodes = () =>
  useWrite(mfa.renewBackupCodes, {
    success: ['New backup codes', 'Your previous codes no longer work.'],
    failure: 'Failed to create backup codes',
    refresh,
    reread,
  })
