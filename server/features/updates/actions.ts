import type { Channel } from '#contract/downloads.ts'
import { decide, type LicenseFacts } from '#server/features/devices/decision.ts'
import type { Desk as DeviceDesk } from '#server/features/devices/desk.ts'
import { forbidden, notFound } from '#server/platform/errors.ts'
import { endedFeed, notAToken } from './addresses.ts'
import { pickOffer, rankVersions } from './offer.ts'
import { findBinding, findRelease, selectCandidates, type Release } from './queries.ts'
import { licenseIdIn } from './update-token.ts'

type Desk = Pick<DeviceDesk, 'db' | 'factsByToken' | 'updateTokens'>

/** What a device is offered. Without an offer `release` may still be the newest version, which others are offered. */
export type Offer = { release: Release | undefined; isOffered: boolean }

/** Read from the database each time: a version that is withdrawn is gone with the next question. */
export async function findOffer(desk: Desk, { updateToken, channel }: { updateToken: string; channel: Channel }) {
  const license = await admit(desk, updateToken)
  const ranked = rankVersions(await selectCandidates(desk.db), channel)
  const offered = pickOffer(ranked, license.id)
  const shown = offered ?? ranked[0]
  const release = shown && (await findRelease(desk.db, shown.id))
  return { release, isOffered: offered !== undefined && release !== undefined } satisfies Offer
}

/** The file of a version that is still out. Whoever was offered it goes on with it, whatever the rollout has become. */
export async function findFile(
  desk: Desk,
  { updateToken, versionId, fileName }: { updateToken: string; versionId: string; fileName: string },
) {
  await admit(desk, updateToken)
  const release = await findRelease(desk.db, versionId)
  // Updaters also ask for what belongs beside a file, by its name and another ending.
  if (release?.fileName !== fileName) throw notFound('File')
  return release
}

/** The license of the device that this token was made for: 400 when it is no token, 404 when it has ended, 403 with the reason when it may not run. */
async function admit(desk: Desk, token: string): Promise<LicenseFacts> {
  const licenseId = licenseIdIn(token)
  if (!licenseId) throw notAToken(token)
  const hash = await boundTo(desk, token, licenseId)
  const found = hash && (await desk.factsByToken(hash))
  if (!found || found.id === null) throw endedFeed()
  const { valid, detail } = decide(found, { fingerprint: null })
  if (!valid) throw forbidden(detail)
  return found
}

async function boundTo({ db, updateTokens }: Desk, token: string, licenseId: string) {
  const deviceTokenHash = (await findBinding(db, licenseId))?.deviceTokenHash
  return deviceTokenHash && updateTokens.isGenuine(token, deviceTokenHash) ? deviceTokenHash : undefined
}
