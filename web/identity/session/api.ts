import { queryOptions, useMutation, type UseMutationResult } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { navigate } from 'wouter/use-browser-location'
import type * as z from 'zod/mini'
import {
  session,
  type CurrentUser,
  type User,
  type LoginForm,
  type Registration,
  type RegistrationForm,
} from '#contract/identity/session.ts'
import { isAdmin, isOrganizationAdmin, isStaff } from '#contract/roles.ts'
import { isSignedOut } from '#web/app/api/api-error.ts'
import { call, type Answer } from '#web/app/api/call.ts'
import { useProductName } from '#web/app/api/config.ts'
import { readOptions, useWrite } from '#web/app/api/data.ts'
import { changeUser, queryClient, refetch } from '#web/app/api/query-client.ts'
import { setViewing } from '#web/app/api/viewing.ts'
import { tabStorage } from '#web/app/storage.ts'
import { readTheme, setTheme } from '#web/app/theme.ts'

/** Null without a session, which is not an error. */
export const currentUserOptions = queryOptions({
  queryKey: readOptions(session.currentUser).queryKey as readonly unknown[],
  queryFn: async () => {
    try {
      const user = await call(session.currentUser, {})
      setViewing(user)
      return user
    } catch (error) {
      if (isSignedOut(error)) return null
      throw error
    }
  },
})

type Login = z.infer<typeof LoginForm>

type LoginAnswer = Answer<typeof session.login>
const isUser = (answer: unknown): answer is User => 'id' in Object(answer)

export const SIGNED_OUT_ELSEWHERE = 'You’ll be signed out everywhere else.'

export type Auth = {
  user: CurrentUser | null
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

/** Only for screens behind the router's session check. */
export function useCurrentUser() {
  const { user } = useAuth()
  if (!user) throw new Error('useCurrentUser must be used on a protected screen')
  return user
}

export const useIsStaff = () => isStaff(useCurrentUser().role)
export const useIsAdmin = () => isAdmin(useCurrentUser().role)
/** org_admin or admin: may create, edit, assign and delete licenses. */
export const useIsOrgAdmin = () => isOrganizationAdmin(useCurrentUser().role)

export const WELCOME_BACK = ['Welcome back!', 'You have successfully logged in.'] as const
export const LOGIN_FAILED = 'Login failed'

/** Only with HTTPS or on localhost, in browsers since 2025. */
export const canUsePasskeys = () =>
  'parseRequestOptionsFromJSON' in Object(window.PublicKeyCredential) && !/^(\[|[\d.]+$)/.test(location.hostname)

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
      // The answer makes the browser clear its storage. The theme is not private, so it is restored.
      setTheme(theme)
      // Drafts of this tab, which not every browser clears.
      tabStorage()?.clear()
    },
    onSuccess: () => {
      changeUser(null)
      // The next user of this browser starts at the dashboard.
      navigate('/auth', { replace: true })
    },
    meta: { success: ['Logged out', 'You have been successfully logged out.'], failure: 'Logout failed' },
  })

/** A pending account gets no session, so only the server knows whether the user is signed in. */
export function useRegister() {
  const productName = useProductName()
  return useMutation({
    mutationFn: (registration: Registration) => call(session.register, { body: registration }),
    onSuccess: () => refetch({ queryKey: currentUserOptions.queryKey }),
    meta: { success: ['Account created!', `Welcome to ${productName}!`], failure: 'Registration failed' },
  })
}

export const useSubmitRegistration = () =>
  useMutation({
    mutationFn: ({ contactEmail, ...account }: RegistrationForm) =>
      call(session.register, { body: { ...account, email: contactEmail } }),
    onSuccess: () => refetch({ queryKey: currentUserOptions.queryKey }),
  })

export const useRequestPasswordReset = () =>
  useWrite(session.requestPasswordReset, {
    success: ['Password reset email sent', 'Check your email for password reset instructions.'],
    failure: 'Failed to send reset email',
  })

const readCurrentUser = () => queryClient.fetchQuery({ ...currentUserOptions, staleTime: 0 })

/** The server ends every session of the account. This browser may have one of another account. */
export const useResetPassword = () =>
  useMutation({
    mutationFn: (reset: { token: string; password: string }) => call(session.resetPassword, { body: reset }),
    // Without an answer, the next read shows who is signed in. Other tabs keep what was typed.
    onSuccess: () => readCurrentUser().then(changeUser, () => refetch({ queryKey: currentUserOptions.queryKey })),
    meta: {
      success: ['Password changed', 'Use your new password from now on.'],
      failure: 'Failed to change password',
    },
  })

/** Opening the emailed link confirms the address: sent once per token, and the outcome is cached. */
export const emailVerification = (token: string) =>
  queryOptions({
    queryKey: ['email-verification', token],
    queryFn: async () => {
      await call(session.verifyEmail, { body: { token } })
      void refetch({ queryKey: currentUserOptions.queryKey })
      return true
    },
  })
