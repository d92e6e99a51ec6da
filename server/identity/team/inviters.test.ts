import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { session } from '#contract/identity/session.ts'
import { INVITATION_INVALID, team } from '#contract/identity/team.ts'
import { users as usersContract } from '#contract/identity/users.ts'
import { makeSecondFactor } from '#demo/rows/users.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { emails } from '#server/database/schema/emails.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { mailPasswordReset } from '#server/identity/session/passwords/recovery.ts'
import { accept, changeRole, invitationsOf, invited, mailedToken, read, remove } from '#server/testing/identity/team.ts'
import { db, platform, signIn, statusesOf, stranger } from '#server/testing/testing.ts'

/** An administrator with an open invitation, and another administrator. */
async function inviters() {
  const owner = await signIn()
  const leaving = await owner.colleague('org_admin')
  return { owner, leaving, ...(await invited(leaving, 'org_admin')) }
}

const membersAt = (email: string) => db.$count(users, eq(users.email, email))

const revocations = (id: string) =>
  db.$count(auditLog, and(eq(auditLog.subjectId, id), eq(auditLog.action, 'invitation.revoked')))

const endings = {
  removal: ({ owner, leaving }: Awaited<ReturnType<typeof inviters>>) => remove(owner, leaving.user.id),
  demotion: ({ owner, leaving }: Awaited<ReturnType<typeof inviters>>) =>
    changeRole(owner, leaving.user.id, 'customer'),
  suspension: async ({ leaving }: Awaited<ReturnType<typeof inviters>>) =>
    (await signIn({ role: 'admin' })).call(usersContract.suspend, { params: leaving.user, body: { reason: 'Left' } }),
  'forgotten password': async ({ leaving }: Awaited<ReturnType<typeof inviters>>) => {
    await mailPasswordReset(platform, leaving.user.email)
    const [mail] = await db.select().from(emails).where(eq(emails.to, leaving.user.email))
    const token = /reset=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
    const answer = await stranger().call(session.resetPassword, { body: { token, password: 'an entirely new secret' } })
    const kind = and(eq(emails.to, leaving.user.email), eq(emails.kind, 'password-changed'))
    expect((await db.select().from(emails).where(kind))[0]?.text).toContain('Your open invitations were revoked.')
    return answer
  },
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
