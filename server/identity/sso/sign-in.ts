import { domainOf } from '#contract/identity/domains.ts'
import { returnPath } from '#contract/identity/return-path.ts'
import { SIGN_IN_AGAIN, type User } from '#contract/identity/session.ts'
import {
  noSsoFor,
  PROVIDER_SILENT,
  SSO_EXPIRED,
  SSO_REFUSED,
  type SsoAnswer,
  type SsoStart,
} from '#contract/identity/sso.ts'
import type { Database } from '#server/database/database.ts'
import { lockOrganizationForShare } from '#server/domain/organizations.ts'
import { refuse, refuseInactive, startSession } from '#server/identity/session/actions.ts'
import { lockAccount, verifyAddress, type Account } from '#server/identity/session/queries.ts'
import type { OpenedSession, Visit } from '#server/identity/session/visits.ts'
import { audit } from '#server/platform/audit.ts'
import { newToken, sha256 } from '#server/platform/hashing.ts'
import { conflict, HttpError, unauthorized } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { ssoLinked } from './emails.ts'
import { findAccountFor, joinByInvitation, readNewcomer, type Newcomer } from './people.ts'
import { addressToSignIn, failureIn, isAnswerTo, readIdentity, redirectUriOf, type Client } from './provider.ts'
import {
  findConnection,
  findConnectionFor,
  insertRequest,
  linkIdentity,
  takeRequest,
  type Connection,
} from './queries.ts'

/** Returns the identity provider's address, and the token of the cookie that lets only this browser finish. */
export async function startSso(platform: Platform, visit: Visit, { address, next }: SsoStart) {
  const { db, limits } = platform
  await limits.spend('sign-in by address', visit.actor.ip ?? '')
  const domain = domainOf(address)
  const connection = await findConnectionFor(db, domain)
  if (!connection) throw new HttpError(404, noSsoFor(domain))
  const token = newToken()
  const email = address.indexOf('@') > 0 ? address : undefined
  const client = clientOf(platform, connection)
  const url = await addressToSignIn(platform, client, { token, email }).catch((error: unknown) =>
    refuseStranger(platform, visit, connection, `identity provider: ${failureIn(error)}`, conflict(PROVIDER_SILENT)),
  )
  const { organizationId } = connection
  await insertRequest(db, { organizationId, tokenHash: sha256(token), next: returnPath(next) ?? null })
  return { url, token }
}

const clientOf = ({ config, seal }: Platform, connection: Connection): Client => ({
  issuer: connection.issuer,
  clientId: connection.clientId,
  clientSecret: seal.open(connection.clientSecret),
  redirectUri: redirectUriOf(config, connection.organizationId),
})

type SignIn = { session: OpenedSession; next: string | null }

/** Signs in without password and code: the identity provider checks people as its organization demands. */
export async function signInBySso(platform: Platform, visit: Visit, token: string, answer: SsoAnswer): Promise<SignIn> {
  const { db, limits } = platform
  await limits.spend('sign-in by address', visit.actor.ip ?? '')
  // The cookie is of the tab that left last. The answer to an earlier one does not end its sign-in.
  const request = isAnswerTo(token, answer) ? await takeRequest(db, { ...answer, tokenHash: sha256(token) }) : undefined
  const connection = request && (await findConnection(db, request.organizationId))
  if (!connection) return refuse(platform, visit, undefined, 'expired single sign-on', unauthorized(SSO_EXPIRED))
  const identity = await readIdentity(platform, clientOf(platform, connection), token, answer).catch((error: unknown) =>
    refuseStranger(platform, visit, connection, `identity provider: ${failureIn(error)}`, unauthorized(SSO_REFUSED)),
  )
  const refuseAs = (reason: string, refusal: Error) => refuseStranger(platform, visit, connection, reason, refusal)
  const account = await findAccountFor(db, connection, identity, refuseAs)
  if (account) await refuseInactive(platform, visit, account)
  const newcomer = account ? undefined : await readNewcomer(platform, connection, identity, refuseAs)
  const { subject } = identity
  const session = await open(platform, visit, { connection, subject, account, newcomer })
  if (!session) return refuse(platform, visit, account, 'account changed during sign-in', unauthorized(SIGN_IN_AGAIN))
  return { session, next: request.next }
}

type Opening = {
  connection: Connection
  subject: string
  account: Account | undefined
  newcomer: Newcomer | undefined
}

/** Nothing if the account or the connection changed while the identity provider was asked. */
const open = (platform: Platform, visit: Visit, { connection, subject, account, newcomer }: Opening) =>
  platform.db.transaction(async (tx) => {
    const { organizationId } = connection
    await lockOrganizationForShare(tx, organizationId)
    if (!(await isUnchanged(tx, connection))) return undefined
    const user = account
      ? await lockUnchanged(tx, account)
      : newcomer && (await joinByInvitation(platform, tx, visit, newcomer))
    if (!user) return undefined
    const link = await linkIdentity(tx, { organizationId, userId: user.id, subject })
    // The newcomer has joined in this transaction, which must not stay.
    if (!link && newcomer) throw unauthorized(SIGN_IN_AGAIN)
    if (!link) return undefined
    const { isFirst } = link
    if (isFirst && account) {
      // Found by an address at a domain of the organization.
      await verifyAddress(tx, account.id)
      await announceLink(platform, tx, account, connection)
    }
    const shown = { ...user, isEmailVerified: user.isEmailVerified || isFirst }
    return startSession(tx, platform, visit, shown, 'single sign-on')
  })

async function isUnchanged(tx: Database, { organizationId, issuer, clientId }: Connection) {
  const now = await findConnection(tx, organizationId)
  return now?.issuer === issuer && now.clientId === clientId
}

async function lockUnchanged(tx: Database, { id, status, accessVersion, organizationId }: Account) {
  const now = await lockAccount(tx, id)
  const isUnchangedNow =
    now?.status === status && now.accessVersion === accessVersion && now.organizationId === organizationId
  return isUnchangedNow ? now : undefined
}

const announceLink = (
  { config, mailer }: Platform,
  tx: Database,
  { email: to, firstName }: User,
  { issuer }: Connection,
) => mailer.queue(tx, ssoLinked({ config, to, firstName, issuer }))

/** Audits a refusal in the log of the organization, whose administrators can repair it, and throws. */
async function refuseStranger(
  { db }: Platform,
  { actor }: Visit,
  { organizationId }: Connection,
  reason: string,
  refusal: Error,
): Promise<never> {
  await audit(db, actor, {
    action: 'session.opened',
    outcome: 'refused',
    organizationId,
    changes: { method: [null, 'single sign-on'], reason: [null, reason] },
  })
  throw refusal
}
