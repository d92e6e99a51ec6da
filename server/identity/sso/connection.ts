import { fullName } from '#contract/identity/session.ts'
import {
  OWN_SSO_FIRST,
  SECRET_REQUIRED,
  SSO_NOT_SET_UP,
  VERIFY_FIRST,
  type Sso,
  type SsoDraft,
} from '#contract/identity/sso.ts'
import type { Database } from '#server/database/database.ts'
import { audit, type Changes } from '#server/platform/audit.ts'
import { badRequest, conflict } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { lockForAdministrator, type Administrator } from './administrators.ts'
import { shownDomain } from './domains.ts'
import { announceChange } from './emails.ts'
import { readIssuer, redirectUriOf } from './provider.ts'
import {
  countLinked,
  deleteConnection,
  findConnection,
  isLinked,
  putConnection,
  selectDomains,
  setRequired,
  unlinkMembers,
  type Connection,
} from './queries.ts'

type Reader = { db: Database; config: Platform['config'] }

export async function readSso(
  { db, config }: Reader,
  { id, organizationId }: Pick<Administrator, 'id' | 'organizationId'>,
): Promise<Sso> {
  const [connection, domains, linked] = await Promise.all([
    findConnection(db, organizationId),
    selectDomains(db, organizationId),
    isLinked(db, { organizationId, userId: id }),
  ])
  return {
    redirectUri: redirectUriOf(config),
    connection: connection ? shown(connection) : null,
    domains: domains.map(shownDomain),
    linkedMembers: await countLinked(db, organizationId),
    isLinked: linked,
  }
}

const shown = ({ issuer, clientId, isRequired, createdAt, updatedAt }: Connection) => ({
  issuer,
  clientId,
  isRequired,
  createdAt,
  updatedAt,
})

/** Another issuer or client knows other subjects, so members are linked again, and nothing is required until it has been tried. */
export async function saveConnection(platform: Platform, administrator: Administrator, draft: SsoDraft) {
  const { db, config, limits, seal } = platform
  const { organizationId } = administrator
  await limits.spend('identity provider by organization', organizationId)
  const { clientId, clientSecret = '' } = draft
  const issuer = await readIssuer(platform, draft)
  return db.transaction(async (tx) => {
    await lockForAdministrator(tx, administrator)
    const before = await findConnection(tx, organizationId)
    const isSame = before?.issuer === issuer && before.clientId === clientId
    if (!clientSecret && !isSame) throw badRequest(SECRET_REQUIRED, { clientSecret: SECRET_REQUIRED })
    if (before && !isSame) await unlinkMembers(tx, organizationId)
    const isRequired = isSame && before.isRequired
    const kept = clientSecret ? seal.seal(clientSecret) : (before?.clientSecret ?? '')
    await putConnection(tx, { organizationId, issuer, clientId, clientSecret: kept, isRequired })
    await record(tx, administrator, {
      ...(before?.issuer !== issuer && { issuer: [before?.issuer ?? null, issuer] }),
      ...(before?.clientId !== clientId && { clientId: [before?.clientId ?? null, clientId] }),
      ...(clientSecret && { clientSecret: [null, 'changed'] }),
      ...(before && before.isRequired !== isRequired && { isSsoRequired: [before.isRequired, isRequired] }),
    })
    const effect = before ? 'The identity provider was changed.' : 'An identity provider was set up.'
    await announceChange(platform, tx, { organizationId, effect, issuer, by: fullName(administrator) })
    return readSso({ db: tx, config }, administrator)
  })
}

export const changeRule = (platform: Platform, administrator: Administrator, isRequired: boolean) =>
  platform.db.transaction(async (tx) => {
    const { organizationId, id } = administrator
    await lockForAdministrator(tx, administrator)
    const connection = await findConnection(tx, organizationId)
    if (!connection) throw conflict(SSO_NOT_SET_UP)
    if (isRequired) await requireTried(tx, { id, organizationId })
    if (connection.isRequired !== isRequired) {
      await setRequired(tx, connection.id, isRequired)
      await record(tx, administrator, { isSsoRequired: [connection.isRequired, isRequired] })
      const effect = isRequired
        ? 'Members who are not administrators now sign in only with it.'
        : 'Members may sign in with their passwords again.'
      await announceChange(platform, tx, {
        organizationId,
        effect,
        issuer: connection.issuer,
        by: fullName(administrator),
      })
    }
    return readSso({ db: tx, config: platform.config }, administrator)
  })

/** Otherwise its first effect could be to lock members out. */
async function requireTried(tx: Database, { id, organizationId }: Pick<Administrator, 'id' | 'organizationId'>) {
  const domains = await selectDomains(tx, organizationId)
  if (!domains.some(({ verifiedAt }) => verifiedAt !== null)) throw conflict(VERIFY_FIRST)
  if (!(await isLinked(tx, { organizationId, userId: id }))) throw conflict(OWN_SSO_FIRST)
}

export const removeConnection = (platform: Platform, administrator: Administrator) =>
  platform.db.transaction(async (tx) => {
    const { organizationId } = administrator
    await lockForAdministrator(tx, administrator)
    const connection = await findConnection(tx, organizationId)
    if (!connection) return
    const { id, issuer, clientId, isRequired } = connection
    await unlinkMembers(tx, organizationId)
    await deleteConnection(tx, id)
    await record(tx, administrator, {
      issuer: [issuer, null],
      clientId: [clientId, null],
      ...(isRequired && { isSsoRequired: [true, false] }),
    })
    const effect = 'The identity provider was removed. Members sign in with their passwords again.'
    await announceChange(platform, tx, { organizationId, effect, issuer, by: fullName(administrator) })
  })

const record = async (tx: Database, { actor, organizationId }: Administrator, changes: Changes) => {
  if (Object.keys(changes).length === 0) return
  await audit(tx, actor, {
    action: 'organization.sso-changed',
    organizationId,
    subject: { kind: 'organization', id: organizationId },
    changes,
  })
}
