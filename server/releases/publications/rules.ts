import { applicationTypeOf } from '#contract/releases/file-names.ts'
import { BETA_CANNOT_BE_LATEST, type Version } from '#contract/releases/files.ts'
import {
  ALREADY_PUBLISHED,
  NO_FILE_TO_PUBLISH,
  SIGNATURE_REQUIRED,
  SIGNATURE_UNREADABLE,
  VERSION_CHANGED,
  WITHDRAWN,
  canPublish,
  type Publication,
} from '#contract/releases/publications.ts'
import type { Config } from '#server/platform/config.ts'
import { conflict } from '#server/platform/http/errors.ts'

type Publishable = Pick<Version, 'state' | 'hasFile' | 'channel' | 'fileName' | 'fileFacts'>
type Rules = Pick<Config, 'signedReleasesRequired'>

/** Rules for what would reach customers, now or at its time. */
export function requirePublishable({ signedReleasesRequired }: Rules, version: Publishable, isLatest: boolean) {
  const { state, hasFile, channel } = version
  if (state === 'withdrawn') throw conflict(WITHDRAWN)
  if (!hasFile && state !== 'published') throw conflict(NO_FILE_TO_PUBLISH)
  if (isLatest && channel === 'beta') throw conflict(BETA_CANNOT_BE_LATEST)
  if (signedReleasesRequired && state !== 'published') requireSignature(version)
}

function requireSignature({ fileName, fileFacts }: Publishable) {
  if (applicationTypeOf(fileName) !== '.exe') throw conflict(SIGNATURE_UNREADABLE)
  if (!fileFacts?.signature?.isValid) throw conflict(SIGNATURE_REQUIRED)
}

/** Publishers confirm what they saw: of two who publish at once, the second sees what the first has done. */
export function requireUnchanged(version: Version, { updatedAt, channel, isLatest }: Publication) {
  if (version.updatedAt !== updatedAt) throw conflict(VERSION_CHANGED)
  if (version.state !== 'published') return
  const isPromotion = canPublish(version) && channel === 'stable'
  const isNewLatest = isLatest && !version.isLatest
  if (!isPromotion && !isNewLatest) throw conflict(ALREADY_PUBLISHED)
}
