import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { config } from '#contract/operations/config.ts'
import { keyOf, queryClient } from '#web/app/api/query-client.ts'
import { toastStore } from '#web/ui/feedback/toast.ts'
import { currentUserOptions, useAuth, type Auth } from './api.ts'
import { AuthProvider } from './auth-context.tsx'

const Reader = ({ tell }: { tell: (auth: Auth) => void }) => {
  tell(useAuth())
  return null
}

/** The value that a screen below the provider receives. */
function readAuth() {
  const values: Auth[] = []
  const reader = createElement(Reader, { tell: (auth) => void values.push(auth) })
  renderToString(createElement(QueryClientProvider, { client: queryClient }, createElement(AuthProvider, null, reader)))
  return values[0]!
}

const answerWith = (status: number, body: object) =>
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(body, { status })))

const shown = () => toastStore.read()[0]

const registration = {
  organizationName: 'Karoo Pumps',
  email: 'sipho@karoo.example',
  username: 'sipho',
  password: 'nine yellow trucks',
  firstName: 'Sipho',
  lastName: 'Zulu',
}

beforeEach(() => {
  queryClient.clear()
  queryClient.setQueryData(keyOf(config.read), { productName: 'Product' })
})

test('the auth context is not used outside its provider [R-ERR-12]', () => {
  const outside = () => renderToString(createElement(Reader, { tell: () => undefined }))
  expect(outside).toThrow('useAuth must be used within an AuthProvider')
})

test('has no user without a session, and an error when the server is unreachable [R-API-05 R-STATE-07]', async () => {
  answerWith(401, { message: 'Not signed in' })
  expect(await queryClient.fetchQuery(currentUserOptions)).toBeNull()
  expect(readAuth()).toMatchObject({ user: null, isLoading: false, isError: false })
  expect(shown()).toBeUndefined()
  queryClient.clear()
  answerWith(503, { message: 'The service is busy.' })
  await expect(queryClient.fetchQuery(currentUserOptions)).rejects.toThrow('503')
})

test('welcomes a new user to the product by name, without signing in [R-ERR-10 R-STATE-03]', async () => {
  queryClient.setQueryData(currentUserOptions.queryKey, null)
  answerWith(201, { status: 'pending' })
  await readAuth().register.mutateAsync(registration)
  expect(shown()).toMatchObject({ title: 'Account created!', description: 'Welcome to Product!' })
  expect(readAuth().user).toBeNull()
})

test('a refused registration says so with the server’s words [R-ERR-07]', async () => {
  answerWith(409, { message: 'This username is already taken.' })
  await expect(readAuth().register.mutateAsync(registration)).rejects.toThrow('409')
  expect(shown()).toMatchObject({
    title: 'Registration failed',
    description: 'This username is already taken.',
    tone: 'destructive',
  })
})
