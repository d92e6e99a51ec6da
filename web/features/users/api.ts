import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { organizations } from '#contract/organizations.ts'
import { fullName, type UserStatus } from '#contract/user.ts'
import { users } from '#contract/users.ts'
import { callPage } from '#web/app/call.ts'
import { useRead, useWrite } from '#web/app/data.ts'
import { keyOf } from '#web/app/query-client.ts'

export type UserFilter = { search: string; status: UserStatus | undefined }

/** The server searches: there can be more users than one answer holds. The old rows stay until the new ones are there. */
export const useUsers = (filter: UserFilter) =>
  useQuery({
    queryKey: keyOf(users.list, { query: filter }),
    queryFn: () => callPage(users.list, { query: filter }),
    placeholderData: keepPreviousData,
  })

export const useUserSummary = () => useRead(users.summary)

export const useActivateUser = () =>
  useWrite(users.activate, {
    success: (user) => ['User Activated', `${fullName(user)} can sign in now.`],
    failure: 'Activation Failed',
    fallback: 'Failed to activate user account.',
    refresh: [users.list, users.summary, organizations.list],
  })
