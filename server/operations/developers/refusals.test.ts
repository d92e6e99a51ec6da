import { expect, test } from 'vitest'
import { account } from '#contract/identity/account.ts'
import { mfa } from '#contract/identity/mfa.ts'
import { session } from '#contract/identity/session.ts'
import { statements } from '#contract/billing/statements.ts'
import { signUps } from '#contract/operations/sign-ups.ts'
import { downloads } from '#contract/releases/downloads.ts'
import { updates } from '#contract/releases/updates.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { makeVersion } from '#demo/rows/releases.ts'
import { describedAnswers } from '#server/testing/operations/api-document.ts'
import { caller, db, signIn } from '#server/testing/testing.ts'

const admin = await signIn({ role: 'admin' })
const customer = await signIn({ role: 'customer' })
const version = await makeVersion(db)

const wrong = { email: 'unknown@example.com', password: 'wrong' }
const range = { from: '2026-01-01', to: '2026-01-31' }
const feed = { updateToken: 'public', channel: 'stable' }

const refused: [Endpoint, number, Parameters<typeof admin.call>[1]?][] = [
  [session.login, 401, { body: wrong }],
  [mfa.signIn, 401, { body: { code: '123456' } }],
  [account.mailFirstVerification, 401, { body: wrong }],
  [statements.read, 404, { query: range }],
  [statements.download, 404, { query: { ...range, format: 'csv' } }],
  [signUps.read, 409, { params: { id: customer.user.id } }],
  [downloads.file, 409, { params: { id: version.id } }],
  [updates.electron, 403, { params: feed }],
  [updates.manifest, 403, { params: feed }],
  [updates.wingetInformation, 403, { params: feed }],
]

test.each(refused)('$url describes the status of its refusal', async (endpoint, status, input) => {
  const who = endpoint.config.access === 'public' ? caller() : admin
  expect((await who.call(endpoint, input)).status).toBe(status)
  expect(describedAnswers(endpoint)).toHaveProperty([status])
})
