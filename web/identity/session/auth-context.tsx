import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AuthContext, currentUserOptions, useLogin, useLogout, useRegister } from './api.ts'

export function AuthProvider({ children }: { children: ReactNode }) {
  const { data, isPending, isError, refetch } = useQuery(currentUserOptions)
  const login = useLogin()
  const logout = useLogout()
  const register = useRegister()
  const auth = {
    user: data ?? null,
    isLoading: isPending,
    isError: isError && !data,
    retry: refetch,
    login,
    logout,
    register,
  }
  return <AuthContext value={auth}>{children}</AuthContext>
}
