import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { UserStatus, fullName, session } from '#contract/identity/session.ts'
import { team, type Acceptance, type Member } from '#contract/identity/team.ts'
import { filterQuery } from '#contract/lists.ts'
import { audit } from '#contract/operations/audit.ts'
import { roleTitle } from '#contract/roles.ts'
import { call, callPage } from '#web/app/api/call.ts'
import { readOptions, useRead, useWrite } from '#web/app/api/data.ts'
import { changeUser, keyOf } from '#web/app/api/query-client.ts'
import { useUrlFilter } from '#web/app/lists/url-filter.ts'

const Filter = filterQuery(UserStatus)

export const useMemberFilter = () => useUrlFilter(Filter)

/** The server searches. The old rows stay until the new ones are there. */
export const useMembers = (filter: ReturnType<typeof useMemberFilter>) =>
  useQuery({
    queryKey: keyOf(team.members, { query: filter }),
    queryFn: () => callPage(team.members, { query: filter }),
    placeholderData: keepPreviousData,
    // Colleagues join and sign in elsewhere.
    staleTime: 0,
  })

export const useInvitations = () =>
  useQuery({
    queryKey: keyOf(team.invitations),
    queryFn: () => callPage(team.invitations, { query: {} }),
    staleTime: 0,
  })

/** A member who loses the role or the access also loses the invitations they sent. */
const MEMBERS = [team.members, team.invitations, audit.list]

export const useChangeRole = () =>
  useWrite(team.changeRole, {
    success: (member) => ['Role changed', `${fullName(member)} is now: ${roleTitle(member.role)}.`],
    failure: 'Failed to change the role',
    refresh: MEMBERS,
  })

export const useRemoveMember = () =>
  useWrite(team.remove, {
    success: (member: Member) => ['Member removed', `${fullName(member)} no longer has access.`],
    failure: 'Failed to remove the member',
    refresh: MEMBERS,
  })

export const useReactivateMember = () =>
  useWrite(team.reactivate, {
    success: (member: Member) => ['Member reactivated', `${fullName(member)} can sign in again.`],
    failure: 'Failed to reactivate the member',
    refresh: MEMBERS,
  })

export const useMfaRule = () => useQuery({ ...readOptions(team.mfaRule), staleTime: 0, gcTime: 0 })

export const useChangeMfaRule = () =>
  useWrite(team.changeMfaRule, {
    success: ({ isRequired }) =>
      isRequired ? 'Two-factor authentication is required' : 'Two-factor authentication is optional',
    failure: 'Failed to change the rule',
    refresh: [session.currentUser, audit.list],
  })

const INVITATIONS = [team.invitations, audit.list]

export const useInvite = () =>
  useWrite(team.invite, {
    success: ({ email }) => ['Invitation sent', `${email} was emailed a link to join.`],
    failure: 'Failed to send the invitation',
    refresh: INVITATIONS,
  })

export const useResendInvitation = () =>
  useWrite(team.resend, {
    success: ({ email }) => ['Invitation sent again', `${email} was emailed a new link. The old link no longer works.`],
    failure: 'Failed to send the invitation',
    refresh: INVITATIONS,
  })

export const useRevokeInvitation = () =>
  useWrite(team.revoke, {
    success: 'Invitation revoked',
    failure: 'Failed to revoke the invitation',
    refresh: INVITATIONS,
  })

export const useInvitation = (token: string) => useRead(team.invitation, { params: { token } })

export const useAcceptInvitation = (onJoined: () => void) =>
  useMutation({
    mutationFn: (acceptance: Acceptance) => call(team.accept, { body: acceptance }),
    onSuccess: (user) => {
      onJoined()
      changeUser(user)
    },
    meta: { success: ['Welcome!', 'Your account is ready.'], failure: 'Failed to join' },
  })
