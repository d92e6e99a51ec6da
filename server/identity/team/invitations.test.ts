import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ALREADY_IN_TEAM, ONLY_THE_VENDOR, team, WAS_REMOVED } from '#contract/identity/team.ts'
import { ORGANIZATION_SUSPENDED } from '#contract/licensing/changes.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { emails } from '#server/database/schema/emails.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { users } from '#server/database/schema/identity/users.ts'
import {
  changeInvitation,
  invitationsOf,
  invite,
  invited,
  mailedToken,
  newAddress,
  read,
} from '#server/testing/identity/team.ts'
import { config, db, inDays, signIn, statusesOf } from '#server/testing/testing.ts'

const again = (person: Awaited<ReturnType<typeof signIn>>, id: string) => person.call(team.resend, { params: { id } })
const revoke = (person: Awaited<ReturnType<typeof signIn>>, id: string) => person.call(team.revoke, { params: { id } })

test('an invitation is emailed with a link to PUBLIC_URL, listed, and valid for seven days', async () => {
  const owner = await signIn()
  const email = newAddress()
  const { status, body } = await invite(owner, email, 'org_admin')
  expect(status).toBe(201)
  expect(body).toMatchObject({ email, role: 'org_admin', status: 'open', invitedBy: 'Lerato Dlamini' })
  expect(Date.parse(body.expiresAt) - Date.parse(body.createdAt)).toBe(7 * 86_400_000)
  const [mail] = await db.select().from(emails).where(eq(emails.to, email))
  expect(mail?.subject, 'what people typed stays out of headers').toBe('Join your team on Latchkey')
  expect(mail?.text).toContain(`${config.publicUrl}/auth?invite=`)
  expect((await invitationsOf(owner)).body).toEqual([body])
  expect(JSON.stringify((await invitationsOf(owner)).body)).not.toContain(await mailedToken(email))
  const rows = await db.select().from(auditLog).where(eq(auditLog.subjectId, body.id))
  expect(rows.map(({ action }) => action)).toEqual(['invitation.created'])
  expect(JSON.stringify(rows)).not.toContain(await mailedToken(email))
})

test('one address has one open invitation: a newer one replaces it, also of eight at once', async () => {
  const owner = await signIn()
  const { email, token } = await invited(owner)
  const answers = await Promise.all(Array.from({ length: 8 }, () => invite(owner, email.toUpperCase())))
  expect(new Set(statusesOf(answers))).toEqual(new Set([201]))
  expect((await invitationsOf(owner)).headers['x-total-count']).toBe('1')
  expect((await read(token)).status).toBe(404)
})

test('a member without access is not invited, and the answer says who can give it back', async () => {
  const owner = await signIn()
  const [removed, suspended] = [await owner.colleague('customer'), await owner.colleague('customer')]
  await owner.call(team.remove, { params: { id: removed.user.id } })
  await db.update(users).set({ status: 'suspended' }).where(eq(users.id, suspended.user.id))
  expect(await invite(owner, removed.user.email)).toMatchObject({ status: 409, message: WAS_REMOVED })
  expect(await invite(owner, suspended.user.email)).toMatchObject({ status: 409, message: ONLY_THE_VENDOR })
})

test('an address that has an account elsewhere is answered like any other; its owner is emailed once, and no link', async () => {
  const owner = await signIn()
  const colleague = await owner.colleague('customer')
  const other = await signIn()
  const staff = await signIn({ role: 'agent' })
  expect(await invite(owner, colleague.user.email.toUpperCase())).toMatchObject({
    status: 409,
    message: ALREADY_IN_TEAM,
  })
  const free = await invite(owner, newAddress())
  for (const { user } of [other, staff]) {
    const answer = await invite(owner, user.email)
    expect(answer.status).toBe(free.status)
    expect(Object.keys(answer.body)).toEqual(Object.keys(free.body))
    expect((await owner.call(team.resend, { params: answer.body })).status).toBe(200)
    const mails = await db.select().from(emails).where(eq(emails.to, user.email))
    expect(mails.map(({ kind }) => kind)).toEqual(['invitation-not-possible'])
    expect(mails[0]?.text).not.toContain('invite=')
  }
  expect((await invitationsOf(owner)).body).toHaveLength(3)
})

test('sending again makes a new link for seven more days and kills the old one', async () => {
  const owner = await signIn()
  const { id, email, token } = await invited(owner)
  await changeInvitation(id, { createdAt: inDays(-9), expiresAt: inDays(-2) })
  expect((await invitationsOf(owner)).body).toMatchObject([{ id, status: 'expired' }])
  expect((await invitationsOf(owner, { status: 'open' })).body).toEqual([])
  expect((await read(token)).status).toBe(404)
  const { status, body } = await again(owner, id)
  expect([status, body.status]).toEqual([200, 'open'])
  const fresh = await mailedToken(email)
  expect(fresh).not.toBe(token)
  expect((await read(token)).status).toBe(404)
  expect((await read(fresh)).status).toBe(200)
})

test('a revoked invitation is gone, and its link dead', async () => {
  const owner = await signIn()
  const { id, token } = await invited(owner)
  expect((await revoke(owner, id)).status).toBe(200)
  expect((await read(token)).status).toBe(404)
  expect((await invitationsOf(owner)).body).toEqual([])
  expect((await revoke(owner, id)).status).toBe(404)
  expect((await again(owner, id)).status).toBe(404)
})

test('quality 25 quality 27 invitations of another organization are neither seen nor touched', async () => {
  const [owner, other] = [await signIn(), await signIn()]
  const { id, token } = await invited(other)
  expect((await invitationsOf(owner)).body).toEqual([])
  expect(await revoke(owner, id)).toMatchObject({ status: 404, message: 'Invitation not found' })
  expect(await again(owner, id)).toMatchObject({ status: 404, message: 'Invitation not found' })
  expect((await read(token)).status).toBe(200)
})

test('a suspended organization cannot invite', async () => {
  const owner = await signIn()
  const { id, token } = await invited(owner)
  await db
    .update(organizations)
    .set({ suspendedAt: inDays(0) })
    .where(eq(organizations.id, owner.organizationId))
  expect(await invite(owner, newAddress())).toMatchObject({ status: 403, message: ORGANIZATION_SUSPENDED })
  expect((await again(owner, id)).status).toBe(403)
  expect((await read(token)).status).toBe(404)
})

test('limits invitations to twenty per hour', async () => {
  const owner = await signIn()
  const answers = await Promise.all(Array.from({ length: 25 }, () => invite(owner, newAddress())))
  expect(statusesOf(answers)).toEqual([...Array<number>(20).fill(201), ...Array<number>(5).fill(429)])
})

test('refuses invalid addresses and roles and sends no email', async () => {
  const owner = await signIn()
  for (const body of [
    { email: 'nobody', role: 'customer' },
    { email: newAddress(), role: 'admin' },
    { role: 'customer' },
  ])
    expect((await owner.call(team.invite, { body })).status).toBe(400)
  expect(await invite(owner, 'a@b.example\r\nBcc: c@d.example')).toMatchObject({ status: 400 })
  expect((await invitationsOf(owner)).body).toEqual([])
})
