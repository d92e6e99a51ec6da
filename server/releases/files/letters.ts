import { composeFor, type Person } from '#server/domain/letters.ts'

export type ReleaseEvent = 'published' | 'activated' | 'file-added' | 'latest'

type Release = Person & {
  event: ReleaseEvent
  /** Null: not a person. */
  by: string | null
  platform: string
  version: string
  sha256: string | null
  rolloutPercent: number
}

const subjects: Record<ReleaseEvent, string> = {
  published: 'A new version was published',
  activated: 'A version was activated',
  'file-added': 'A version got its file',
  latest: 'The latest version has changed',
}

/** An admin who did not expect it learns of a release that somebody else made in an admin's name. */
export const releaseChanged = ({ event, by, platform, version, sha256, rolloutPercent, ...to }: Release) =>
  composeFor(to, {
    kind: 'release-changed',
    subject: `${subjects[event]} on ${to.config.productName}`,
    paragraphs: [
      `${by ?? 'The portal'} ${verbs[event]} ${platform} ${version}${event === 'latest' ? ' the latest version' : ''}.`,
      consequenceOf(event, rolloutPercent),
      sha256 ? `SHA-256 of its file: ${sha256}` : 'It has no file yet.',
      'If you did not expect this, deactivate the version at once and end the sessions of the admin who did it.',
    ],
    action: { label: 'Open file management', url: `${to.config.publicUrl}/admin/files` },
  })

const verbs: Record<ReleaseEvent, string> = {
  published: 'published',
  activated: 'activated',
  'file-added': 'added the file of',
  latest: 'made',
}

const consequenceOf = (event: ReleaseEvent, rolloutPercent: number) =>
  event === 'latest'
    ? `Customers get it first, and update feeds offer it to ${rolloutPercent} % of the devices on older versions.`
    : 'Customers can download it as soon as it has its file.'
