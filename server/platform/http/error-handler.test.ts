import { expect, test } from 'vitest'
import { documents } from '#contract/support/documents.ts'
import { app, signIn } from '#server/testing/testing.ts'
import { toHttpError } from './error-handler.ts'
import { describeError } from './logging.ts'

const databaseError = (code: string) =>
  Object.assign(new Error('Failed query: … params: secret'), {
    cause: Object.assign(new Error('the reason'), { code }),
  })

test.each([
  ['23505', 409],
  ['22P02', 400],
  ['22009', 400],
  ['22021', 400],
  ['25006', 503],
  ['40P01', 503],
  ['57014', 503],
  ['53300', 503],
  ['ECONNREFUSED', 503],
  ['42P01', 500],
])('the database saying %s is a %d', (code, status) => {
  expect(toHttpError(databaseError(code)).statusCode).toBe(status)
})

test.each(['ENOSPC', 'EDQUOT'])('a disk of files that says %s has no space left for the file', (code) => {
  const full = Object.assign(new Error(`${code}: no space left on device, write`), { code })
  expect(toHttpError(full)).toMatchObject({
    statusCode: 507,
    message: expect.stringMatching(/no space left for this file/),
  })
})

test('an internal error reveals nothing to the caller', () => {
  const { statusCode, message } = toHttpError(new Error('secret detail'))
  expect([statusCode, message]).toEqual([500, 'Something went wrong on our side. Please try again.'])
})

test('the log learns the reason and the place, never the parameters', () => {
  const logged = describeError(databaseError('23505'))
  expect(logged).toMatchObject({ code: '23505', message: 'the reason' })
  expect(logged.stack).toContain('error-handler.test.ts')
  expect(JSON.stringify(logged)).not.toContain('secret')
})

test.each(['/api/licenses/%zz', '/updates/%ff/x', '/%'])('names a wrong escape in an address: %s', async (url) => {
  const response = await app.inject({ url })
  expect([response.statusCode, response.json()]).toEqual([400, { message: expect.stringContaining(url) }])
})

test('a missing text is named in the sentence, and briefly beside its field', async () => {
  const agent = await signIn({ role: 'agent' })
  const refusal = await agent.call(documents.suggest, { query: { question: ' ' } })
  expect(refusal.body).toEqual({ message: 'question is required', errors: { question: 'Required' } })
})
