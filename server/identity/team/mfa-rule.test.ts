import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { account } from '#contract/identity/account.ts'
import { mfa, MFA_SETUP, SETUP_FIRST } from '#contract/identity/mfa.ts'
import { session } from '#contract/identity/session.ts'
import { OWN_MFA_FIRST, team } from '#contract/identity/team.ts'
import { viewings } from '#contract/identity/viewings.ts'
import { licenses } from '#contract/licensing/licenses.ts'
import { makeSecondFactor, SEED_PASSWORD } from '#demo/rows/users.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { withToken } from '#server/testing/identity/api-tokens.ts'
import { codeOf, enterPassword } from '#server/testing/identity/session.ts'
import { accept, changeRole, invited } from '#server/testing/identity/team.ts'
import { caller, db, newUser, signIn, type Person } from '#server/testing/testing.ts'

type Caller = Pick<Person, 'call'>

const require = (person: Caller, isRequired = true) => person.call(team.changeMfaRule, { body: { isRequired } })
const read = (person: Caller) => person.call(team.mfaRule)
const workOf = (person: Caller) => person.call(licenses.list)

const REFUSED = { status: 403, message: SETUP_FIRST, body: { code: MFA_SETUP } }

async function protectedOwner() {
  const owner = await signIn()
  await makeSecondFactor(db, owner.user.id)
  return owner
}

test('members without it can only open their account, from their next request until they have set it up', async () => {
  const owner = await protectedOwner()
  const member = await owner.colleague('customer')
  const other = await signIn({ role: 'customer' })
  expect((await workOf(member)).status).toBe(200)
  expect(await require(owner)).toMatchObject({ status: 200, body: { isRequired: true, membersWithout: 1 } })

  expect(await workOf(member)).toMatchObject(REFUSED)
  expect((await member.call(session.currentUser)).body).toMatchObject({ isMfaRequired: true, isMfaEnabled: false })
  expect((await member.call(account.read)).status).toBe(200)
  expect((await workOf(owner)).status).toBe(200)
  expect((await workOf(other)).status).toBe(200)

  const { body } = await member.call(mfa.setUp, { body: { password: SEED_PASSWORD } })
  expect((await member.call(mfa.enable, { body: { code: codeOf(body.secret) } })).status).toBe(200)
  expect((await workOf(member)).status).toBe(200)
  expect((await read(owner)).body).toEqual({ isRequired: true, membersWithout: 0 })
})

test('an administrator without it can neither demand it of others nor end the demand', async () => {
  const owner = await signIn()
  const colleague = await owner.colleague('org_admin')
  expect(await require(owner)).toMatchObject({ status: 409, message: OWN_MFA_FIRST })
  expect((await read(owner)).body).toEqual({ isRequired: false, membersWithout: 2 })
  expect((await require(owner, false)).status).toBe(200)

  await makeSecondFactor(db, colleague.user.id)
  expect((await require(colleague)).status).toBe(200)
  expect(await require(owner, false)).toMatchObject(REFUSED)
  expect((await require(colleague, false)).body).toEqual({ isRequired: false, membersWithout: 1 })
  expect((await workOf(owner)).status).toBe(200)
})

test('only administrators read and change the rule, and only of their organization', async () => {
  const owner = await protectedOwner()
  const member = await owner.colleague('customer')
  const foreign = await protectedOwner()
  await require(owner)
  await makeSecondFactor(db, member.user.id)
  for (const person of [member, await signIn({ role: 'agent' }), await signIn({ role: 'admin' })]) {
    expect((await read(person)).status).toBe(403)
    expect((await require(person, false)).status).toBe(403)
  }
  expect((await read(foreign)).body).toEqual({ isRequired: false, membersWithout: 0 })
  expect((await read(owner)).body).toEqual({ isRequired: true, membersWithout: 0 })

  const colleague = await owner.colleague('org_admin')
  await makeSecondFactor(db, colleague.user.id)
  const [demoted, changed] = await Promise.all([
    changeRole(owner, colleague.user.id, 'customer'),
    require(colleague, false),
  ])
  expect([demoted.status, (await read(owner)).body.isRequired]).toEqual([200, changed.status !== 200])
})

test('new members hear of it with their first answer, and those who sign in with theirs', async () => {
  const owner = await protectedOwner()
  await require(owner)
  const { token } = await invited(owner)
  const joined = await accept(token)
  expect(joined).toMatchObject({ status: 201, body: { isMfaRequired: true } })
  const cookie = joined.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  expect(await workOf(caller({ cookie }))).toMatchObject(REFUSED)

  const member = await newUser({ role: 'customer', organizationId: owner.organizationId })
  expect((await enterPassword(member.email)).body).toMatchObject({ isMfaRequired: true })
})

test('it does not concern staff of the vendor, nor what an admin sees as a customer', async () => {
  const owner = await protectedOwner()
  const member = await owner.colleague('customer')
  await require(owner)
  const agent = await signIn({ role: 'agent', organizationId: owner.organizationId })
  expect((await workOf(agent)).status).toBe(200)
  const admin = await signIn({ role: 'admin' })
  await admin.call(viewings.start, { params: { id: member.user.id }, body: { reason: 'They see no license.' } })
  expect((await workOf(admin)).status).toBe(200)
})

test('API tokens of an administrator without it are refused', async () => {
  const owner = await protectedOwner()
  const colleague = await owner.colleague('org_admin')
  const [protectedToken, token] = await Promise.all(
    [owner, colleague].map((person) => withToken(person, ['licenses:read'])),
  )
  await require(owner)
  expect(await workOf(token!)).toMatchObject(REFUSED)
  expect((await workOf(protectedToken!)).status).toBe(200)
})

test('a change is in the audit log once, however often it is asked for', async () => {
  const owner = await protectedOwner()
  await Promise.all([require(owner), require(owner), require(owner)])
  await require(owner, false)
  const entries = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, owner.organizationId))
    .orderBy(auditLog.id)
  const changed = entries.filter(({ action }) => action === 'organization.mfa-changed')
  expect(changed.map(({ changes, actorId }) => [changes, actorId])).toEqual([
    [{ isMfaRequired: [false, true] }, owner.user.id],
    [{ isMfaRequired: [true, false] }, owner.user.id],
  ])
})

test.each([{}, { isRequired: 'yes' }, { isRequired: null }])('refuses %j', async (body) => {
  const owner = await protectedOwner()
  expect((await owner.call(team.changeMfaRule, { body })).status).toBe(400)
})

test('people without access are not counted', async () => {
  const owner = await protectedOwner()
  const { organizationId } = owner
  await newUser({ role: 'customer', organizationId, status: 'suspended' })
  await newUser({ role: 'customer', organizationId, status: 'pending' })
  await newUser({ role: 'agent', organizationId })
  expect((await read(owner)).body.membersWithout).toBe(0)
})
