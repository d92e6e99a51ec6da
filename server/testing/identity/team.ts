import { and, desc, eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { team, type TeamRole } from '#contract/identity/team.ts'
import { emails } from '#server/database/schema/emails.ts'
import { invitations } from '#server/database/schema/identity/invitations.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { caller, db, stranger, type Person } from '#server/testing/testing.ts'

type Caller = Pick<ReturnType<typeof caller>, 'call'>

export const changeRole = (person: Caller, id: string, role: string) =>
  person.call(team.changeRole, { params: { id }, body: { role } })
export const remove = (person: Caller, id: string) => person.call(team.remove, { params: { id } })
export const reactivate = (person: Caller, id: string) => person.call(team.reactivate, { params: { id } })
export const members = (person: Caller, query: object = {}) => person.call(team.members, { query })

export const newAddress = () => `colleague-${randomUUID()}@people.example`

export const invite = (person: Caller, email: string, role: TeamRole = 'customer') =>
  person.call(team.invite, { body: { email, role } })

export const invitationsOf = (person: Caller, query: object = {}) => person.call(team.invitations, { query })

/** The token in the last mail to this address. */
export async function mailedToken(email: string) {
  const [mail] = await db
    .select()
    .from(emails)
    .where(and(eq(emails.to, email), eq(emails.kind, 'team-invitation')))
    .orderBy(desc(emails.createdAt))
    .limit(1)
  return /\/auth\?invite=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
}

/** An invited person, with the emailed link. */
export async function invited(person: Person, role: TeamRole = 'customer') {
  const email = newAddress()
  const { body } = await invite(person, email, role)
  return { email, id: body.id, token: await mailedToken(email) }
}

export const joinForm = () => ({
  firstName: 'Nomsa',
  lastName: 'Khumalo',
  username: `nomsa-${randomUUID()}`,
  password: 'a long enough secret',
})

export const accept = (token: string, form: object = joinForm(), person: Caller = stranger()) =>
  person.call(team.accept, { body: { token, ...form } })

export const read = (token: string) => stranger().call(team.invitation, { params: { token } })

export const storedUser = (id: string) =>
  db
    .select()
    .from(users)
    .where(eq(users.id, id))
    .then(([user]) => user)

export const changeInvitation = (id: string, facts: Partial<typeof invitations.$inferInsert>) =>
  db.update(invitations).set(facts).where(eq(invitations.id, id))
