import type { Examples, ExampleData } from '#server/domain/example-data.ts'
import { composeFor, type Person } from '#server/domain/emails.ts'

export type ReleaseEvent = 'published' | 'activated' | 'file-added' | 'latest'

type Release = Person & {
  event: ReleaseEvent
  /** Null if it was not a user. */
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

/** Alerts admins to releases made in their name. */
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

export function releaseExamples({ config, reader, words }: ExampleData): Examples<'release-changed'> {
  const release = {
    config,
    to: reader.email,
    firstName: reader.firstName,
    by: words('Sipho Molefe'),
    platform: words('Windows'),
    version: '4.4.0',
    sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    rolloutPercent: 25,
  }
  return {
    'release-changed': {
      Published: releaseChanged({ ...release, event: 'published' }),
      'Published before its file': releaseChanged({ ...release, event: 'published', sha256: null }),
      'File added': releaseChanged({ ...release, event: 'file-added' }),
      Activated: releaseChanged({ ...release, event: 'activated' }),
      'The latest version': releaseChanged({ ...release, event: 'latest' }),
    },
  }
}
