import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { SIGN_IN_AGAIN, SSO_REQUIRED } from '#contract/identity/session.ts'
import { noAccountFor, sso } from '#contract/identity/sso.ts'
import { team, type TeamRole } from '#contract/identity/team.ts'
import { ssoIdentities } from '#server/database/schema/identity/sso.ts'
import { attempt, leave, withRequiredSso, withSso } from '#server/testing/identity/sso.ts'
import { accept, changeInvitation, invite, mailedToken, members, read } from '#server/testing/identity/team.ts'
import { mailsTo } from '#server/testing/identity/users.ts'
import { db, newUser, statusesOf } from '#server/testing/testing.ts'

async function invited(role: TeamRole = 'customer', given?: Awaited<ReturnType<typeof withSso>>) {
  const place = given ?? (await withSso())
  const email = `Thandi.Nkosi.${randomUUID()}@${place.domain}`
  const { body } = await invite(place.owner, email, role)
  return { ...place, email, invitation: body }
}

test('the first single sign-on accepts an invitation, without a password', async () => {
  const { email, owner, organizationId } = await invited('org_admin')
  expect((await read(await mailedToken(email))).body).toMatchObject({ hasSso: true, isSsoRequired: false })
  const claims = { given_name: 'Thandi', family_name: 'Nkosi' }
  const { answer } = await attempt({ address: email, claims })
  expect([answer.status, answer.body.user]).toMatchObject([
    200,
    { email, organizationId, role: 'org_admin', firstName: 'Thandi', lastName: 'Nkosi', status: 'active' },
  ])
  expect(answer.body.user.username).toBe(email.split('@')[0])
  expect((await owner.call(team.invitations)).body).toEqual([])
  expect(await mailsTo(owner.user.email)).toContain('invitation-accepted')
  expect(await mailsTo(email)).not.toContain('sso-linked')
  expect((await attempt({ address: email, claims })).answer.body.user.id).toBe(answer.body.user.id)
})

test('a name with a link, and a username that is taken, are replaced', async () => {
  const { email } = await invited()
  await newUser({ role: 'admin', username: email.split('@')[0] ?? '' })
  const claims = { given_name: 'Visit https://evil.example', family_name: '' }
  const { user } = (await attempt({ address: email, claims })).answer.body
  expect(user).toMatchObject({ lastName: 'Member' })
  expect(user.firstName).not.toContain('evil')
  expect(user.username).toMatch(/^Thandi/)
})

test.for([
  ['--', /^user-/],
  ['-Thandi+Nkosi', /^ThandiNkosi$/],
] as const)('%s before the @ leads to a username that is allowed', async ([local, expected]) => {
  const { owner, domain } = await withSso()
  const address = `${local}@${domain}`
  await invite(owner, address)
  const { answer } = await attempt({ address })
  expect([answer.status, answer.body.user?.username]).toEqual([200, expect.stringMatching(expected)])
})

test.for([
  ['revoked', { revokedAt: '2026-01-01T00:00:00Z' }],
  ['expired', { expiresAt: '2026-01-01T00:00:00Z' }],
] as const)('an invitation that is %s lets no one in', async ([, facts]) => {
  const { email, invitation } = await invited()
  await changeInvitation(invitation.id, facts)
  const { answer } = await attempt({ address: email })
  expect([answer.status, answer.message]).toEqual([403, noAccountFor(email)])
})

test('of two at once, one joins', async () => {
  const { email, owner } = await invited()
  const [one, other] = [await leave({ address: email }), await leave({ address: email })]
  const answers = await Promise.all(
    [one, other].map(({ visitor, params }) => visitor.call(sso.signIn, { body: params })),
  )
  const refused = statusesOf(answers).filter((status) => status !== 200)
  expect(refused.length).toBeLessThanOrEqual(1)
  expect(refused.every((status) => status === 404 || status === 409)).toBe(true)
  const joined = (await members(owner)).body.filter((member) => member.email === email)
  expect(joined).toHaveLength(1)
})

test('a newcomer does not join if the subject was linked to someone else during the sign-in', async () => {
  const { email, owner, organizationId } = await invited()
  // As another sign-in leaves it between the search for the subject and the link.
  const { id: userId } = await newUser({ role: 'agent' })
  await db.insert(ssoIdentities).values({ organizationId, userId, subject: email })
  const { answer } = await attempt({ address: email })
  expect([answer.status, answer.message]).toEqual([401, SIGN_IN_AGAIN])
  expect((await owner.call(team.invitations)).body).toMatchObject([{ email }])
  expect((await members(owner)).body.map((member) => member.email)).not.toContain(email)
})

test('where single sign-on is required, an invitation is not accepted with a password', async () => {
  const place = await withRequiredSso()
  const { email } = await invited('customer', place)
  const token = await mailedToken(email)
  expect((await read(token)).body).toMatchObject({ hasSso: true, isSsoRequired: true })
  const { status, body } = await accept(token)
  expect([status, body]).toMatchObject([403, { code: SSO_REQUIRED }])
  expect((await attempt({ address: email })).answer.status).toBe(200)
})
