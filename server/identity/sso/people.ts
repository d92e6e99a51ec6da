import { domainOf } from '#contract/identity/domains.ts'
import type { User } from '#contract/identity/session.ts'
import { noAccountFor, SSO_OTHER_PERSON, SSO_WITHOUT_EMAIL } from '#contract/identity/sso.ts'
import { personName } from '#contract/names.ts'
import type { Database } from '#server/database/database.ts'
import { findAccount, findAccountById, type Account } from '#server/identity/session/queries.ts'
import type { Visit } from '#server/identity/session/visits.ts'
import { findByToken, findInvitationTo } from '#server/identity/team/invitation-queries.ts'
import { joinTeam, refuseTaken } from '#server/identity/team/joining.ts'
import { unknownPassword } from '#server/identity/users/staff.ts'
import { usernamesFor } from '#server/identity/users/usernames.ts'
import { forbidden } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Identity } from './provider.ts'
import { findLinkedId, isFreeUsername, isLinked, isMember, selectDomains, type Connection } from './queries.ts'

type Refuse = (reason: string, refusal: Error) => Promise<never>

/** Everyone with a Google account can use it, so it is believed only about people of a verified Workspace. */
const GOOGLE = 'https://accounts.google.com'

/** Returns the member whom the identity provider means: known by the subject, or by the address at the first sign-in. */
export async function findAccountFor(
  db: Database,
  { issuer, organizationId }: Pick<Connection, 'issuer' | 'organizationId'>,
  identity: Identity,
  refuse: Refuse,
): Promise<Account | undefined> {
  const domains = await verifiedDomains(db, organizationId)
  if (issuer === GOOGLE && !domains.includes(identity.hostedDomain ?? ''))
    return refuse('account of another Workspace', forbidden(SSO_WITHOUT_EMAIL))
  const linked = await findLinkedId(db, organizationId, identity.subject)
  if (linked && (await isMember(db, organizationId, linked))) return findAccountById(db, linked)
  const email = await requireOwnEmail(domains, identity, refuse)
  const account = await findAccount(db, { email })
  if (!account) return undefined
  const isOurs = await isMember(db, organizationId, account.id)
  if (isOurs && (await isLinked(db, { organizationId, userId: account.id })))
    return refuse('linked to another subject', forbidden(SSO_OTHER_PERSON))
  return isOurs ? account : refuse('no account in this organization', forbidden(noAccountFor(email)))
}

const verifiedDomains = async (db: Database, organizationId: string) =>
  (await selectDomains(db, organizationId)).filter(({ verifiedAt }) => verifiedAt).map(({ domain }) => domain)

async function requireOwnEmail(domains: string[], { email, isEmailVerified }: Identity, refuse: Refuse) {
  const isTrusted = email !== undefined && isEmailVerified !== false && domains.includes(domainOf(email))
  return isTrusted ? email : refuse('no verified address of a verified domain', forbidden(SSO_WITHOUT_EMAIL))
}

/** Someone with an open invitation and no account yet. */
export type Newcomer = {
  tokenHash: Buffer
  organization: string
  isMfaRequired: boolean
  firstName: string
  lastName: string
  username: string
  passwordHash: string
}

/** `identity` is of an address without an account. Refuses people without an invitation. */
export async function readNewcomer(
  { db }: Platform,
  { organizationId }: Connection,
  { email = '', firstName, lastName }: Identity,
  refuse: Refuse,
): Promise<Newcomer> {
  const tokenHash = await findInvitationTo(db, organizationId, email)
  const invitation = tokenHash && (await findByToken(db, tokenHash))
  if (!invitation) return refuse('no account and no invitation', forbidden(noAccountFor(email)))
  const [before = ''] = email.split('@')
  return {
    tokenHash,
    organization: invitation.organization,
    isMfaRequired: invitation.isMfaRequired,
    firstName: nameIn(firstName) ?? nameIn(before) ?? 'New',
    lastName: nameIn(lastName) ?? 'Member',
    username: await freeUsername(db, email),
    passwordHash: await unknownPassword(),
  }
}

const PersonName = personName('')

const nameIn = (claim: string | undefined) => PersonName.safeParse(claim).data

async function freeUsername(db: Database, email: string) {
  for (const username of usernamesFor(email)) if (await isFreeUsername(db, username)) return username
  throw new Error('The last username is always free')
}

export const joinByInvitation = (platform: Platform, tx: Database, visit: Visit, newcomer: Newcomer): Promise<User> =>
  joinTeam(platform, tx, visit, newcomer).catch(refuseTaken)
