import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearch } from 'wouter/use-browser-location'
import * as z from 'zod/mini'
import { blockedDomains } from '#contract/identity/blocked-domains.ts'
import { fullName } from '#contract/identity/session.ts'
import { UserFilter, users } from '#contract/identity/users.ts'
import { audit } from '#contract/operations/audit.ts'
import { dashboard } from '#contract/operations/dashboard.ts'
import { organizations } from '#contract/operations/organizations.ts'
import { callPage } from '#web/app/api/call.ts'
import { useRead, useWrite } from '#web/app/api/data.ts'
import { pagesOf } from '#web/app/api/pages.ts'
import { keyOf } from '#web/app/api/query-client.ts'

/** The filter in the URL. Ignores values that the server refuses. */
export function useUserFilter(): UserFilter {
  const address = new URLSearchParams(useSearch())
  const wanted = Object.keys(UserFilter.shape).map((name) => [name, address.get(name) || undefined] as const)
  const valid = wanted.filter((entry) => z.safeParse(UserFilter, Object.fromEntries([entry])).success)
  return z.parse(UserFilter, Object.fromEntries(valid))
}

export const NO_FILTER = Object.fromEntries(Object.keys(UserFilter.shape).map((name) => [name, null]))

export const isNarrowed = (filter: UserFilter) => Object.values(filter).some(Boolean)

/** The server searches, because one page may not contain all users. */
export const useUserPages = (filter: UserFilter) =>
  useInfiniteQuery({
    queryKey: [...keyOf(users.list, { query: filter }), 'pages'],
    ...pagesOf((cursor) => callPage(users.list, { query: { ...filter, cursor } })),
    // People register and sign in elsewhere.
    staleTime: 0,
  })

export const useUserDetails = (id: string) => useRead(users.read, { params: { id } })

export const useUserSummary = () => useRead(users.summary)

const waiting = { status: 'pending', limit: '5' } as const

export const usePendingUsers = () =>
  useQuery({
    queryKey: keyOf(users.list, { query: waiting }),
    queryFn: () => callPage(users.list, { query: waiting }),
    staleTime: 0,
  })

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
