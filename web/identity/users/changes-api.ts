import { blockedDomains } from '#contract/identity/blocked-domains.ts'
import { fullName } from '#contract/identity/session.ts'
import { users } from '#contract/identity/users.ts'
import { audit } from '#contract/operations/audit.ts'
import { dashboard } from '#contract/operations/dashboard.ts'
import { organizations } from '#contract/operations/organizations.ts'
import { useWrite } from '#web/app/api/data.ts'

const refresh = [users.list, users.read, users.summary, audit.list]

export const useActivateUser = () =>
  useWrite(users.activate, {
    success: (user) => ['User Activated', `${fullName(user)} can sign in now.`],
    failure: 'Activation Failed',
    fallback: 'Failed to activate user account.',
    refresh: [...refresh, organizations.list, dashboard.read],
  })

export const useDeclineUser = () =>
  useWrite(users.decline, {
    success: ['Account Declined', 'We emailed the applicant the reason.'],
    failure: 'Decline Failed',
    refresh: [...refresh, organizations.list, dashboard.read, blockedDomains.list],
  })

const failure = 'Update Failed'

export const useAddStaff = () =>
  useWrite(users.addStaff, {
    success: ({ email }) => ['Staff Added', `We sent ${email} a link to choose a password.`],
    failure: 'Failed to add staff',
    refresh,
  })

export const useChangeRole = () =>
  useWrite(users.changeRole, {
    success: (user) => ['Role Changed', `${fullName(user)} is an ${user.role} now.`],
    failure,
    refresh,
  })

export const useSuspendUser = () =>
  useWrite(users.suspend, {
    success: (user) => ['User Suspended', `${fullName(user)} is signed out everywhere and cannot sign in.`],
    failure,
    refresh,
  })

export const useReactivateUser = () =>
  useWrite(users.reactivate, {
    success: (user) => ['User Reactivated', `${fullName(user)} can sign in again. We emailed them.`],
    failure,
    refresh,
  })

export const useMailVerification = () =>
  useWrite(users.mailVerification, {
    success: (user) => ['Verification Sent', `A new link is on its way to ${user.email}.`],
    failure,
    refresh,
  })

export const useMailPasswordReset = () =>
  useWrite(users.mailPasswordReset, {
    success: (user) => ['Password Reset Sent', `A link to choose a new password is on its way to ${user.email}.`],
    failure,
    refresh,
  })

export const useReplaceEmail = () =>
  useWrite(users.replaceEmail, {
    success: (user) => ['Address Replaced', `A link is on its way to ${user.email}.`],
    failure,
    refresh,
  })

export const useResetMfa = () =>
  useWrite(users.resetMfa, {
    success: (user) => ['MFA Reset', `${fullName(user)} signs in with only a password. We emailed them.`],
    failure,
    refresh,
  })

export const useEndSessions = () =>
  useWrite(users.endSessions, {
    success: ({ ended }) => ['Sessions Ended', endedSentence(ended)],
    failure,
    refresh,
  })

function endedSentence(ended: number) {
  if (ended === 0) return 'No sessions to end.'
  return ended === 1 ? 'One session was signed out.' : `${ended} sessions were signed out.`
}
