import {
  OWN_SSO_FIRST,
  SECRET_REQUIRED,
  SSO_NOT_SET_UP,
  VERIFY_FIRST,
  type Sso,
  type SsoDraft,
} from '#contract/identity/sso.ts'
import type { Database } from '#server/database/database.ts'
import { lockForAdministrator } from '#server/identity/team/members.ts'
import { changedFields, type Changes } from '#server/platform/audit.ts'
import { badRequest, conflict } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { recordChange, type NamedAdministrator } from './changes.ts'
import { shownDomain } from './domains.ts'
import { readIssuer, redirectUriOf } from './provider.ts'
import {
  countLinked,
  deleteConnection,
  findConnection,
  isLinked,
  putConnection,
  selectDomains,
  setRequired,
  endSsoSessions,
  unlinkMembers,
  type Connection,
} from './queries.ts'

type Reader = { db: Database; config: Platform['config'] }

export async function readSso(
  { db, config }: Reader,
  { id, organizationId }: Pick<NamedAdministrator, 'id' | 'organizationId'>,
): Promise<Sso> {
  const [connection, domains, linkedMembers, linked] = await Promise.all([
    findConnection(db, organizationId),
    selectDomains(db, organizationId),
    countLinked(db, organizationId),
    isLinked(db, { organizationId, userId: id }),
  ])
  return {
    redirectUri: redirectUriOf(config, organizationId),
    connection: connection ? shown(connection) : null,
    domains: domains.map(shownDomain),
    linkedMembers,
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

/** It may be replaced because it can't be trusted. */
async function forgetProvider(tx: Database, { organizationId, sessionId }: NamedAdministrator) {
  await unlinkMembers(tx, organizationId)
  await endSsoSessions(tx, organizationId, sessionId)
}

/** Another issuer or client knows other subjects, so members are linked again, and nothing is required until it has been tried. */
export async function saveConnection(platform: Platform, administrator: NamedAdministrator, draft: SsoDraft) {
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
    if (before && !isSame) await forgetProvider(tx, administrator)
    const isRequired = isSame && before.isRequired
    const changes: Changes = {
      ...changedFields(shownFields(before), { issuer, clientId, isSsoRequired: isRequired }),
      ...(clientSecret && { clientSecret: [null, 'changed'] }),
    }
    if (Object.keys(changes).length > 0) {
      const kept = clientSecret ? seal.seal(clientSecret) : (before?.clientSecret ?? '')
      await putConnection(tx, { organizationId, issuer, clientId, clientSecret: kept, isRequired })
      const effect = before ? 'changed' : 'set up'
      await recordChange(platform, tx, administrator, { changes, effect, subject: issuer })
    }
    return readSso({ db: tx, config }, administrator)
  })
}

const shownFields = (connection: Connection | undefined) => ({
  issuer: connection?.issuer ?? null,
  clientId: connection?.clientId ?? null,
  isSsoRequired: connection?.isRequired ?? false,
})

export async function changeRule(platform: Platform, administrator: NamedAdministrator, isRequired: boolean) {
  const { organizationId, id } = administrator
  await platform.limits.spend('identity provider by organization', organizationId)
  return platform.db.transaction(async (tx) => {
    await lockForAdministrator(tx, administrator)
    const connection = await findConnection(tx, organizationId)
    if (!connection) throw conflict(SSO_NOT_SET_UP)
    if (isRequired) await requireTried(tx, { id, organizationId })
    if (connection.isRequired !== isRequired) {
      await setRequired(tx, connection.id, isRequired)
      await recordChange(platform, tx, administrator, {
        changes: { isSsoRequired: [connection.isRequired, isRequired] },
        effect: isRequired ? 'required' : 'optional',
        subject: connection.issuer,
      })
    }
    return readSso({ db: tx, config: platform.config }, administrator)
  })
}

/** Otherwise its first effect could be to lock members out. */
async function requireTried(tx: Database, { id, organizationId }: Pick<NamedAdministrator, 'id' | 'organizationId'>) {
  const domains = await selectDomains(tx, organizationId)
  if (!domains.some(({ verifiedAt }) => verifiedAt !== null)) throw conflict(VERIFY_FIRST)
  if (!(await isLinked(tx, { organizationId, userId: id }))) throw conflict(OWN_SSO_FIRST)
}

export const removeConnection = (platform: Platform, administrator: NamedAdministrator) =>
  platform.db.transaction(async (tx) => {
    const { organizationId } = administrator
    await lockForAdministrator(tx, administrator)
    const connection = await findConnection(tx, organizationId)
    if (!connection) return
    await forgetProvider(tx, administrator)
    await deleteConnection(tx, connection.id)
    await recordChange(platform, tx, administrator, {
      changes: changedFields(shownFields(connection), shownFields(undefined)),
      effect: 'removed',
      subject: connection.issuer,
    })
  })
