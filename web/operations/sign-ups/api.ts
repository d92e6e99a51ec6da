import { useQuery } from '@tanstack/react-query'
import { fullName, type User } from '#contract/identity/session.ts'
import { users } from '#contract/identity/users.ts'
import { audit } from '#contract/operations/audit.ts'
import { dashboard } from '#contract/operations/dashboard.ts'
import { organizations } from '#contract/operations/organizations.ts'
import { signUps } from '#contract/operations/sign-ups.ts'
import { readOptions, useWrite } from '#web/app/api/data.ts'
import type { ToastText } from '#web/app/api/query-client.ts'

export const SIGN_UP_NOT_LOADED = 'Failed to load the registration. Someone may have decided already.'

/** Another admin may approve it at the same time. */
export const useSignUp = (id: string) =>
  useQuery({ ...readOptions(signUps.read, { params: { id } }), staleTime: 0, gcTime: 0 })

const refresh = [users.list, users.summary, audit.list, organizations.list, dashboard.read]

const approval = (whatStarted: string) => ({
  success: (user: User): ToastText => [
    'User Activated',
    `${fullName(user)} can sign in now, and the ${whatStarted} has started.`,
  ],
  failure: 'Activation Failed',
  refresh,
})

export const useApproveSignUp = () => useWrite(signUps.approve, approval('subscription'))

export const useApproveTrial = () => useWrite(signUps.approveTrial, approval('trial'))
