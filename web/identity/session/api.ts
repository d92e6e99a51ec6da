import { queryOptions, useMutation, type UseMutationResult } from '@tanstack/react-query'
import { createContext, use } from 'react'
import type * as z from 'zod/mini'
import {
  session,
  type User,
  type LoginForm,
  type Registration,
  type RegistrationForm,
} from '#contract/identity/session.ts'
import { isAdmin, isOrganizationAdmin, isStaff } from '#contract/roles.ts'
import { ApiError } from '#web/app/api/api-error.ts'
import { call, type Answer } from '#web/app/api/call.ts'
import { useProductName } from '#web/app/api/config.ts'
import { readOptions, useWrite } from '#web/app/api/data.ts'
import { changeUser, refetch } from '#web/app/api/query-client.ts'
import { tabStorage } from '#web/app/tab-storage.ts'
import { readTheme, setTheme } from '#web/app/theme.ts'

/** Null when nobody is signed in: that is an answer, not an error. */
export const currentUserOptions = queryOptions({
  queryKey: readOptions(session.currentUser).queryKey as readonly unknown[],
  queryFn: async () => {
    try {
      return await call(session.currentUser, {})
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    }
  },
})

type Login = z.infer<typeof LoginForm>

/** Who is signed in now, or that a code is needed first. */
type LoginAnswer = Answer<typeof session.login>
const isUser = (answer: unknown): answer is User => 'id' in Object(answer)

export type Auth = {
  user: User | null
  isLoading: boolean
  isError: boolean
  retry: () => unknown
  login: UseMutationResult<LoginAnswer, Error, Login>
  logout: UseMutationResult<unknown, Error, void>
  register: UseMutationResult<unknown, Error, Registration>
}

export const AuthContext = createContext<Auth | null>(null)

export function useAuth() {
  const auth = use(AuthContext)
  if (!auth) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}

/** Only on screens that need a session: the router shows them to nobody else. */
export function useCurrentUser() {
  const { user } = useAuth()
  if (!user) throw new Error('useCurrentUser must be used on a protected screen')
  return user
}

/** agent or admin: the vendor's own people. */
export const useIsStaff = () => isStaff(useCurrentUser().role)
export const useIsAdmin = () => isAdmin(useCurrentUser().role)
/** org_admin, or admin: who creates, edits, assigns and deletes licenses. */
export const useIsOrgAdmin = () => isOrganizationAdmin(useCurrentUser().role)

export const WELCOME_BACK = ['Welcome back!', 'You have successfully logged in.'] as const
export const LOGIN_FAILED = 'Login failed'

export const useLogin = () =>
  useMutation({
    mutationFn: (credentials: Login) => call(session.login, { body: credentials }),
    onSuccess: (answer) => isUser(answer) && changeUser(answer),
    meta: { success: (answer) => (isUser(answer) ? WELCOME_BACK : ''), failure: LOGIN_FAILED },
  })

export const useLogout = () =>
  useMutation({
    mutationFn: async () => {
      const theme = readTheme()
      await call(session.logout, {})
      // The answer has the browser forget all it stored. How it looks is nobody's secret.
      setTheme(theme)
      // Drafts of this tab. Not every browser counts them to what it is to forget.
      tabStorage()?.clear()
    },
    onSuccess: () => changeUser(null),
    meta: { success: ['Logged out', 'You have been successfully logged out.'], failure: 'Logout failed' },
  })

/** A pending account opens no session: whether somebody is signed in now, only the server can say. */
export function useRegister() {
  const productName = useProductName()
  return useMutation({
    mutationFn: (registration: Registration) => call(session.register, { body: registration }),
    onSuccess: () => refetch({ queryKey: currentUserOptions.queryKey }),
    meta: { success: ['Account created!', `Welcome to ${productName}!`], failure: 'Registration failed' },
  })
}

/** For the wizard, which stands outside the auth context and tells its failures by itself. */
export const useSubmitRegistration = () =>
  useMutation({
    mutationFn: ({ contactEmail, ...account }: RegistrationForm) =>
      call(session.register, { body: { ...account, email: contactEmail } }),
  })

export const useRequestPasswordReset = () =>
  useWrite(session.requestPasswordReset, {
    success: ['Password reset email sent', 'Check your email for password reset instructions.'],
    failure: 'Failed to send reset email',
  })

/** The server ends every session of the account, this browser's too. */
export const useResetPassword = () =>
  useMutation({
    mutationFn: (reset: { token: string; password: string }) => call(session.resetPassword, { body: reset }),
    onSuccess: () => changeUser(null),
    meta: {
      success: ['Password changed', 'You can now sign in with your new password.'],
      failure: 'Failed to change password',
    },
  })

/** Opening the mailed link is the act: it is carried out once per token and its outcome remembered. */
export const emailVerification = (token: string) =>
  queryOptions({
    queryKey: ['email-verification', token],
    queryFn: async () => {
      await call(session.verifyEmail, { body: { token } })
      void refetch({ queryKey: currentUserOptions.queryKey })
      return true
    },
  })
