import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { session, type User } from '#contract/identity/session.ts'
import { tickets } from '#contract/support/tickets.ts'
import { toastStore } from '#web/ui/feedback/toast.ts'
import { shownAtField } from '#web/ui/form/form-state.ts'
import { call, callPage } from './call.ts'
import { changeUser, keyOf, queryClient, type WriteMeta } from './query-client.ts'
import { sendForm } from './upload.ts'
import { setViewing } from './viewing.ts'

type SeenRequest = { method?: string; url?: string; type?: string; body: string }
let server: Server
let seen: SeenRequest[] = []
let sentWith: RequestInit[] = []
let held = Promise.resolve()
let answer: { status: number; body: string; headers?: Record<string, string> }

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    seen.push({ method: request.method, url: request.url, type: request.headers['content-type'], body })
    await held
    response.writeHead(answer.status, answer.headers).end(answer.body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    sentWith.push(init)
    return fetch(`http://127.0.0.1:${port}${path}`, init)
  })
})
afterAll(() => void server.close())

beforeEach(() => {
  seen = []
  sentWith = []
  answer = { status: 200, body: '[]' }
  queryClient.clear()
})

const write = (meta: WriteMeta, fails = false) =>
  queryClient
    .getMutationCache()
    .build(queryClient, { mutationFn: () => call(session.logout, {}), meta })
    .execute(undefined)
    .catch((error: unknown) => (fails ? error : Promise.reject(error)))

const shown = () => toastStore.read()[0]

/** Ends after the timers without a delay that were set before, in their order. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve))

test('fetches the path made of the key’s parts if there is no query function [R-API-03]', async () => {
  await queryClient.fetchQuery({ queryKey: ['/api/tickets', 'abc', 'messages'] })
  expect(seen).toMatchObject([{ method: 'GET', url: '/api/tickets/abc/messages' }])
})

test('sends a content type only with a body [R-API-02]', async () => {
  await call(session.logout, {})
  await call(session.requestPasswordReset, { body: { email: 'a@example.com' } })
  expect(seen[0]).toMatchObject({ type: undefined, body: '' })
  expect(seen[1]).toMatchObject({ type: 'application/json', body: '{"email":"a@example.com"}' })
})

test('sends cookies with every call and reads the answer as JSON [R-API-01 R-API-04]', async () => {
  answer.body = '{"productName":"Latchkey"}'
  expect(await queryClient.fetchQuery({ queryKey: ['/api/config'] })).toEqual({ productName: 'Latchkey' })
  await call(session.logout, {})
  await sendForm(session.logout, { fields: { notes: 'March' } })
  expect(sentWith.map(({ credentials }) => credentials)).toEqual(['include', 'include', 'include'])
})

const user: User = {
  id: '1',
  firstName: 'Thandi',
  lastName: 'Nkosi',
  username: 'thandi',
  email: 'thandi@acme.example',
  role: 'customer',
  status: 'active',
  isErased: false,
  organizationId: null,
  organization: null,
  isEmailVerified: true,
  isMfaEnabled: false,
  isMfaRequired: false,
  createdAt: '2026-03-05T09:00:00Z',
}

test('every call names the view as a customer that the page shows', async () => {
  answer.body = '{}'
  const viewing = { id: 'view-1', staff: 'Amahle Nkosi', reason: 'A wrong invoice', endsAt: '2026-03-05T09:30:00Z' }
  setViewing({ ...user, viewing })
  onTestFinished(() => setViewing(null))
  await call(session.logout, {})
  await sendForm(session.logout, { fields: { notes: 'March' } })
  expect(sentWith.map(({ headers }) => headers)).toMatchObject([{ 'x-viewing': 'view-1' }, { 'x-viewing': 'view-1' }])
})

test('throws on a refusal, with the status text if the body is empty [R-API-06 R-ERR-02]', async () => {
  answer = { status: 401, body: '' }
  await expect(call(session.currentUser, {})).rejects.toThrow('401: Unauthorized')
})

test('accepts an empty answer', async () => {
  answer = { status: 204, body: '' }
  expect(await call(session.logout, {})).toBeUndefined()
})

test('returns the total and the next cursor with a page of a list', async () => {
  answer.headers = { 'x-total-count': '41', link: '</api/tickets?limit=20&cursor=abc-1>; rel="next"' }
  const page = await callPage(tickets.list, { query: { limit: '20', search: '' } })
  expect(seen[0]?.url).toBe('/api/tickets?limit=20')
  expect(page).toEqual({ rows: [], total: 41, nextCursor: 'abc-1' })
})

test('separates path, parameters and query in a key', () => {
  expect(keyOf(tickets.list)).toEqual(['/api/tickets'])
  expect(keyOf(tickets.list, { query: { status: 'open' } })).toEqual(['/api/tickets', { status: 'open' }])
  const messages = { ...tickets.list, url: '/api/tickets/:id/messages' } as const
  expect(keyOf(messages, { params: { id: '7' } })).toEqual(['/api/tickets', '7', 'messages'])
})

test('shows a success toast and invalidates only the named endpoints after a write', async () => {
  queryClient.setQueryData(['/api/tickets', { status: 'open' }], [])
  queryClient.setQueryData(['/api/licenses'], [])
  await write({ success: ['Ticket created', 'We will be in touch.'], refresh: [tickets.list] })
  expect(shown()).toMatchObject({ title: 'Ticket created', description: 'We will be in touch.' })
  expect(queryClient.getQueryState(['/api/tickets', { status: 'open' }])?.isInvalidated).toBe(true)
  expect(queryClient.getQueryState(['/api/licenses'])?.isInvalidated).toBe(false)
})

test('takes the words of a success toast from the answer', async () => {
  answer.body = '{"message":"3 licenses"}'
  await write({ success: (done) => `Organization suspended. ${(done as { message: string }).message} invalidated.` })
  expect(shown()).toMatchObject({ title: 'Organization suspended. 3 licenses invalidated.' })
})

test('shows the server’s message in a destructive toast after a failure [R-ERR-03 R-ERR-04]', async () => {
  answer = { status: 409, body: '{"message":"Already in use"}' }
  await write({ failure: 'Failed to create license', fallback: 'Unused' }, true)
  expect(shown()).toMatchObject({
    title: 'Failed to create license',
    description: 'Already in use',
    tone: 'destructive',
  })
})

test('a refusal that a form shows at its field has no toast, and one that no form shows has', async () => {
  answer = { status: 409, body: '{"message":"Already in use","errors":{"name":"Already in use"}}' }
  const before = shown()
  await write({ failure: 'Failed to create category' }, true).then((error) => shownAtField.add(error as object))
  await nextTask()
  expect(shown()).toBe(before)
  await write({ failure: 'Failed to create category' }, true)
  await nextTask()
  expect(shown()).toMatchObject({ title: 'Failed to create category', description: 'Already in use' })
})

test('shows the fallback if the server sent no message [R-ERR-04]', async () => {
  answer = { status: 500, body: '' }
  await write({ failure: 'Error', fallback: 'Failed to update organization' }, true)
  expect(shown()).toMatchObject({ title: 'Error', description: 'Failed to update organization' })
})

test('ends the session and clears the cache on a 401 while signed in', async () => {
  queryClient.setQueryData(['/api/user'], { id: '1' })
  queryClient.setQueryData(['/api/licenses'], ['theirs'])
  answer = { status: 401, body: '{"message":"Not signed in"}' }
  await write({ failure: 'Failed to create license' }, true)
  expect(queryClient.getQueryData(['/api/user'])).toBeNull()
  expect(queryClient.getQueryData(['/api/licenses'])).toBeUndefined()
  expect(shown()).toMatchObject({ title: 'Your session has ended' })
})

test('treats a 401 while signed out as an ordinary refusal [R-STATE-07]', async () => {
  queryClient.setQueryData(['/api/user'], null)
  answer = { status: 401, body: '{"message":"Invalid email or password"}' }
  await write({ failure: 'Login failed' }, true)
  expect(shown()).toMatchObject({ title: 'Login failed', description: 'Invalid email or password' })
})

for (const status of [200, 401])
  test(`ignores a ${status} answer to a request of the previous user`, async () => {
    const { promise, resolve: letGo } = Promise.withResolvers<void>()
    held = promise
    answer = { status, body: '{"message":"Too late"}' }
    const late = write({ success: 'License created', failure: 'Failed to create license' }, status === 401)
    const askedAt = Date.now()
    await vi.waitUntil(() => seen.length > 0 && Date.now() > askedAt)
    const before = shown()
    changeUser(null)
    queryClient.setQueryData(['/api/user'], { id: '2' })
    letGo()
    await late
    expect(queryClient.getQueryData(['/api/user'])).toEqual({ id: '2' })
    expect(shown()).toBe(before)
  })

test('clears the previous user’s data and keeps the portal’s configuration [R-STATE-05]', () => {
  queryClient.setQueryData(['/api/licenses'], ['theirs'])
  queryClient.setQueryData(['/api/config'], { productName: 'Latchkey' })
  changeUser(null)
  expect(queryClient.getQueryData(['/api/licenses'])).toBeUndefined()
  expect(queryClient.getQueryData(['/api/config'])).toEqual({ productName: 'Latchkey' })
})
