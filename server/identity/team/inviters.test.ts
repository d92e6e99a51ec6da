import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { session } from '#contract/identity/session.ts'
import { INVITATION_INVALID, team } from '#contract/identity/team.ts'
import { users as usersContract } from '#contract/identity/users.ts'
import { makeSecondFactor } from '#demo/rows/users.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { emails } from '#server/database/schema/emails.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { lockOrganization } from '#server/domain/organizations.ts'
import { mailPasswordReset } from '#server/identity/session/passwords/recovery.ts'
import { passwordLinkFor } from '#server/testing/identity/account.ts'
import {
  accept,
  changeInvitation,
  changeRole,
  invitationsOf,
  invite,
  invited,
  mailedToken,
  newAddress,
  read,
  remove,
} from '#server/testing/identity/team.ts'
import { db, platform, signIn, statusesOf, stranger, untilOneWaits, type Person } from '#server/testing/testing.ts'

/** An administrator with an open invitation, and another administrator. */
async function inviters() {
  const owner = await signIn()
  const leaving = await owner.colleague('org_admin')
  return { owner, leaving, ...(await invited(leaving, 'org_admin')) }
}

const membersAt = (email: string) => db.$count(users, eq(users.email, email))

const revocations = (id: string) =>
  db.$count(auditLog, and(eq(auditLog.subjectId, id), eq(auditLog.action, 'invitation.revoked')))

async function resetPasswordOf({ user: { email } }: Person) {
  await mailPasswordReset(platform, email)
  const token = await passwordLinkFor(email)
  return stranger().call(session.resetPassword, { body: { token, password: 'an entirely new secret' } })
}

const endings = {
  removal: ({ owner, leaving }: Awaited<ReturnType<typeof inviters>>) => remove(owner, leaving.user.id),
  demotion: ({ owner, leaving }: Awaited<ReturnType<typeof inviters>>) =>
    changeRole(owner, leaving.user.id, 'customer'),
  suspension: async ({ leaving }: Awaited<ReturnType<typeof inviters>>) =>
    (await signIn({ role: 'admin' })).call(usersContract.suspend, { params: leaving.user, body: { reason: 'Left' } }),
  'forgotten password': ({ leaving }: Awaited<ReturnType<typeof inviters>>) => resetPasswordOf(leaving),
  'reset second factor': async ({ leaving }: Awaited<ReturnType<typeof inviters>>) => {
    await makeSecondFactor(db, leaving.user.id)
    return (await signIn({ role: 'admin' })).call(usersContract.resetMfa, { params: leaving.user })
  },
}

test.each(Object.entries(endings))(
  'an open invitation ends with the %s of its inviter, also for good',
  async (_how, end) => {
    const world = await inviters()
    const { owner, leaving, id, email, token } = world
    expect((await end(world)).status).toBe(200)
    for (const answer of [await read(token), await accept(token)])
      expect(answer).toMatchObject({ status: 404, message: INVITATION_INVALID })
    expect((await invitationsOf(owner)).body).toEqual([])
    expect(await revocations(id)).toBe(1)
    await db.update(users).set({ status: 'active', role: 'org_admin' }).where(eq(users.id, leaving.user.id))
    expect((await accept(token)).status).toBe(404)
    expect(await membersAt(email)).toBe(0)
  },
)

test.each([{ status: 'suspended' as const }, { role: 'customer' as const }])(
  'an invitation is not accepted while its inviter is no administrator: %j',
  async (change) => {
    const { leaving, email, token } = await inviters()
    await db.update(users).set(change).where(eq(users.id, leaving.user.id))
    expect((await read(token)).status).toBe(404)
    expect((await accept(token)).status).toBe(404)
    expect(await membersAt(email)).toBe(0)
  },
)

test('of removals and acceptances at the same moment, none makes a member after the removal', async () => {
  const worlds = await Promise.all(Array.from({ length: 4 }, inviters))
  const acts = worlds.map((world) => Promise.all([accept(world.token), endings.removal(world)]))
  for (const [place, [accepted, removed]] of (await Promise.all(acts)).entries()) {
    const { id, email } = worlds[place]!
    expect(removed.status).toBe(200)
    expect([201, 404]).toContain(accepted.status)
    expect(await membersAt(email)).toBe(accepted.status === 201 ? 1 : 0)
    expect(await revocations(id)).toBe(accepted.status === 201 ? 0 : 1)
  }
})

test('an invitation that another administrator sends again is theirs from then on', async () => {
  const { owner, leaving, id, email } = await inviters()
  expect((await owner.call(team.resend, { params: { id } })).body.invitedBy).toBe('Lerato Dlamini')
  await remove(owner, leaving.user.id)
  expect(statusesOf([await accept(await mailedToken(email))])).toEqual([201])
})

test('an invitation that waits while its inviter loses access is refused', async () => {
  const owner = await signIn()
  const email = newAddress()
  const { promise, resolve: leave } = Promise.withResolvers<void>()
  const holding = db.transaction(async (tx) => {
    await lockOrganization(tx, owner.organizationId)
    await promise
  })
  const inviting = invite(owner, email, 'org_admin')
  await untilOneWaits()
  expect((await resetPasswordOf(owner)).status).toBe(200)
  leave()
  await holding
  expect((await inviting).status).toBe(401)
  expect((await invitationsOf(await signIn({ organizationId: owner.organizationId }))).body).toEqual([])
})

test('the email about a new password says that open invitations were revoked, and nothing of expired ones', async () => {
  const [one, other] = [await inviters(), await inviters()]
  await changeInvitation(other.id, { expiresAt: '2020-01-01T00:00:00Z' })
  const named = await Promise.all(
    [one, other].map(async ({ leaving }) => {
      expect((await resetPasswordOf(leaving)).status).toBe(200)
      const isNotice = and(eq(emails.to, leaving.user.email), eq(emails.kind, 'password-changed'))
      const [notice] = await db.select().from(emails).where(isNotice)
      return notice?.text.includes('Your open invitations were revoked.')
    }),
  )
  expect(named).toEqual([true, false])
})
