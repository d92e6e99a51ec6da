import { randomUUID } from 'node:crypto'
import { account } from '#contract/identity/account.ts'
import { personalData } from '#contract/identity/personal-data.ts'
import { session, type User } from '#contract/identity/session.ts'
import { users } from '#contract/identity/users.ts'
import { documents } from '#contract/support/documents.ts'
import { messages } from '#contract/support/messages.ts'
import { tickets } from '#contract/support/tickets.ts'
import { ssoConnections, ssoIdentities } from '#server/database/schema/identity/sso.ts'
import { makeDocument } from '#demo/rows/documents.ts'
import { caller, db, PASSWORD, signIn, stranger, type Person } from '#server/testing/testing.ts'
import { confirmationFor } from './account.ts'
import { withToken } from './api-tokens.ts'
import { addPasskeyOf } from './passkeys.ts'
import { accept, invite, joinForm, mailedToken } from './team.ts'

export const admin = await signIn({ role: 'admin' })

export const suspend = (id: string) =>
  admin.call(users.suspend, { params: { id }, body: { reason: 'Left the company' } })

export const erase = (id: string, email: unknown) => admin.call(personalData.erase, { params: { id }, body: { email } })

export async function suspendAndErase({ id, email }: Pick<User, 'id' | 'email'>) {
  await suspend(id)
  return erase(id, email)
}

export async function suspended() {
  const { user } = await signIn()
  await suspend(user.id)
  return user
}

/** A part of each name and address of the person to be erased, and of the name of their browser. */
export const MARK = 'canary'

/** As after the first sign-in with an identity provider. */
export async function linkTo(organizationId: string, identity: { userId: string; subject: string }) {
  const provider = { issuer: 'https://login.acme.example', clientId: 'portal', clientSecret: 'secret' }
  await db.insert(ssoConnections).values({ organizationId, ...provider })
  await db.insert(ssoIdentities).values({ organizationId, ...identity })
}

/** Joins by an invitation, changes their address, and uses everything that leaves a row. */
export async function busyPerson() {
  const boss = await signIn({ role: 'org_admin' })
  const former = `${randomUUID()}@${MARK}.example`
  await invite(boss, former)
  const { body: joined } = await accept(await mailedToken(former), {
    ...joinForm(),
    password: PASSWORD,
    firstName: `Zola${MARK}`,
    lastName: `Mabuza${MARK}`,
    username: `zola-${MARK}-${randomUUID().slice(0, 8)}`,
  })
  const opened = await stranger().call(session.login, {
    body: { email: former, password: PASSWORD },
    headers: { 'user-agent': `Mozilla/5.0 ${MARK}` },
  })
  const [cookie] = opened.cookies
  const caught = caller({ cookie: `${cookie?.name}=${cookie?.value}` })
  const person: Person = { ...boss, ...caught, user: { ...boss.user, ...joined } }
  const email = `${randomUUID()}@${MARK}.example`
  await person.call(account.changeEmail, { body: { email, password: PASSWORD } })
  await stranger().call(session.verifyEmail, { body: { token: await confirmationFor(email) } })
  await person.call(account.setNotification, { body: { kind: 'tickets', isEnabled: false } })
  const { body: ticket } = await person.call(tickets.create, {
    body: { title: 'No ink', description: 'The printer is empty.' },
  })
  await person.call(messages.create, { params: ticket, body: { message: 'Still no ink.' } })
  await addPasskeyOf(person)
  await withToken(person, [])
  await linkTo(boss.organizationId, { userId: joined.id, subject: `zola@${MARK}` })
  const document = await makeDocument(db)
  await person.call(documents.giveFeedback, { params: document, body: { isHelpful: true } })
  return { boss, person, id: joined.id, email, former, ticket }
}
