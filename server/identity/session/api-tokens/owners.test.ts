import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { account } from '#contract/identity/account.ts'
import { apiTokens } from '#contract/identity/api-tokens.ts'
import { session } from '#contract/identity/session.ts'
import { STEP_UP } from '#contract/identity/step-up.ts'
import { users } from '#contract/identity/users.ts'
import { licenses } from '#contract/licensing/licenses.ts'
import { customers } from '#contract/operations/customers.ts'
import { makeSecondFactor } from '#demo/rows/users.ts'
import { buildApp } from '#server/app.ts'
import { sessions } from '#server/database/schema/identity/users.ts'
import { issueLink } from '#server/identity/session/registration/links.ts'
import { withToken } from '#server/testing/identity/api-tokens.ts'
import { PASSWORD, db, platform, signIn, stranger } from '#server/testing/testing.ts'

const NEW_PASSWORD = 'a quite different horse battery'

test('a token outlives a changed password, and ends with a reset one', async () => {
  const owner = await signIn()
  const token = await withToken(owner, ['licenses:read'])
  const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
  expect((await owner.call(account.changePassword, { body })).status).toBe(200)
  expect((await token.call(licenses.list)).status).toBe(200)
  const link = await issueLink(db, { userId: owner.user.id, purpose: 'password-reset', minutes: 30 })
  const reset = await stranger().call(session.resetPassword, { body: { token: link, password: PASSWORD } })
  expect(reset.status).toBe(200)
  expect((await token.call(licenses.list)).status).toBe(401)
})

test('a token ends when an admin resets two-factor authentication', async () => {
  const [admin, agent] = [await signIn({ role: 'admin' }), await signIn({ role: 'agent' })]
  await makeSecondFactor(db, agent.user.id)
  const token = await withToken(agent, ['customers:read'])
  expect((await token.call(customers.list)).status).toBe(200)
  expect((await admin.call(users.resetMfa, { params: agent.user })).status).toBe(200)
  expect((await token.call(customers.list)).status).toBe(401)
})

const strict = await buildApp({ ...platform, config: { ...platform.config, stepUpRequired: true } })
afterAll(() => strict.close())

test('creating a token needs a recent confirmation if the portal requires one', async () => {
  const owner = await signIn()
  const create = () =>
    strict.inject({
      method: 'POST',
      url: apiTokens.create.url,
      headers: { cookie: owner.cookie ?? '' },
      remoteAddress: owner.ip,
      payload: { name: 'Nightly export', scopes: ['licenses:read'] },
    })
  expect((await create()).statusCode).toBe(201)
  await db
    .update(sessions)
    .set({ confirmedAt: sql`now() - interval '16 minutes'` })
    .where(eq(sessions.userId, owner.user.id))
  const refused = await create()
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([403, STEP_UP])
})
