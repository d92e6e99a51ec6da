import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { account } from '#contract/identity/account.ts'
import { users } from '#contract/identity/users.ts'
import { makeUser } from '#demo/rows/users.ts'
import { emails } from '#server/database/schema/emails.ts'
import { invitations } from '#server/database/schema/identity/invitations.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { admin, erase, suspend, suspendAndErase } from '#server/testing/identity/personal-data.ts'
import { invited, invitationsOf } from '#server/testing/identity/team.ts'
import { mailsTo, stored } from '#server/testing/identity/users.ts'
import { db, PASSWORD, platform, signIn } from '#server/testing/testing.ts'

test('an address that was only asked for may be of someone else: their emails and invitation stay', async () => {
  const boss = await signIn({ role: 'org_admin' })
  const { email } = await invited(boss)
  const person = await signIn()
  await person.call(account.changeEmail, { body: { email, password: PASSWORD } })
  expect((await mailsTo(email)).toSorted()).toEqual(['email-change', 'team-invitation'])
  await suspendAndErase(person.user)
  expect((await mailsTo(email)).toSorted()).toEqual(['email-change', 'team-invitation'])
  expect((await invitationsOf(boss)).body.map((invitation) => invitation.email)).toEqual([email])
})

test('an email that was sent to the address once is not sent again', async () => {
  const { user } = await signIn()
  const once = `subscription-ending ${user.id}`
  const letter = {
    kind: 'subscription-ending',
    to: user.email,
    subject: 'Ends soon',
    text: 'Soon',
    html: 'Soon',
  } as const
  const queue = () => db.transaction((tx) => platform.mailer.queue(tx, letter, { once }))
  await queue()
  await db.update(emails).set({ sentAt: new Date().toISOString() }).where(eq(emails.onceKey, once))
  await suspendAndErase(user)
  await queue()
  const left = await db.select().from(emails).where(eq(emails.onceKey, once))
  expect(left).toMatchObject([{ to: '', subject: '', text: '', html: '' }])
})

test('emails to an address that belongs to someone else now stay', async () => {
  const person = await signIn()
  const former = person.user.email
  await admin.call(users.replaceEmail, { params: person.user, body: { email: `${randomUUID()}@people.example` } })
  const heir = await makeUser(db, { email: former, role: 'customer', organizationId: person.organizationId })
  await admin.call(users.mailPasswordReset, { params: heir })
  await suspend(person.user.id)
  const { email } = (await stored(person.user.id))!
  const mails = await mailsTo(former)
  expect((await erase(person.user.id, email)).status).toBe(200)
  expect([await mailsTo(former), await mailsTo(email)]).toEqual([mails, []])
  expect(mails.length).toBeGreaterThan(0)
  expect((await stored(heir.id))?.email).toBe(former)
})

test('emails to an address that is the contact of an organization stay', async () => {
  const { user, organizationId } = await signIn()
  await db
    .update(organizations)
    .set({ contactEmail: user.email.toUpperCase() })
    .where(eq(organizations.id, organizationId))
  await admin.call(users.mailPasswordReset, { params: user })
  await suspendAndErase(user)
  expect(await mailsTo(user.email)).toEqual(['password-reset'])
})

test('invitations of another organization to the same address stay', async () => {
  const { user } = await signIn()
  const other = await signIn({ role: 'org_admin' })
  const { id } = await invited(other)
  await db.update(invitations).set({ email: user.email }).where(eq(invitations.id, id))
  await suspendAndErase(user)
  expect((await invitationsOf(other)).body.map(({ email }) => email)).toEqual([user.email])
})
