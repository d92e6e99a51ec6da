import { businessDay, formatDate, formatTimeIn } from '#contract/dates.ts'
import { versionName, type Architecture } from '#contract/releases/downloads.ts'
import { composeFor, type Person } from '#server/domain/emails.ts'
import type { Examples, ExampleData } from '#server/domain/example-data.ts'
import { TIME_ZONE } from '#server/platform/time-zone.ts'

export type ReleaseEvent =
  | 'scheduled'
  | 'not-published'
  | 'published'
  | 'published-latest'
  | 'promoted'
  | 'promoted-latest'
  | 'activated'
  | 'file-added'
  | 'latest'

type Release = Person & {
  event: ReleaseEvent
  /** Null if it was not a user. */
  by: string | null
  platform: string
  architecture: Architecture
  version: string
  sha256: string | null
  rolloutPercent: number
  publishAt: string | null
}

const subjects: Record<ReleaseEvent, string> = {
  scheduled: 'was scheduled',
  'not-published': 'was not published as scheduled',
  published: 'was published',
  'published-latest': 'was published as the latest',
  promoted: 'was promoted to stable',
  'promoted-latest': 'was promoted to stable as the latest',
  activated: 'was activated',
  'file-added': 'got its file',
  latest: 'is now the latest',
}

export const releaseChanged = ({
  event,
  by,
  platform,
  architecture,
  version,
  sha256,
  rolloutPercent,
  publishAt,
  ...to
}: Release) =>
  composeFor(to, {
    kind: 'release-changed',
    subject: `Version ${version} ${subjects[event]} on ${to.config.productName}`,
    paragraphs: [
      sentenceOf(event, by ?? 'The portal', versionName({ platform, architecture, version })),
      consequenceOf({ event, sha256, rolloutPercent, publishAt }),
      sha256 ? { facts: [{ label: 'SHA-256 of its file', value: sha256 }] } : 'It has no file yet.',
      ...adviceOf(event),
    ],
    action: { label: 'Open file management', url: `${to.config.publicUrl}/admin/files` },
  })

const sentenceOf = (event: ReleaseEvent, by: string, name: string) =>
  ({
    scheduled: `${by} scheduled ${name}.`,
    'not-published': `${name} could not be published at its time and is a draft again.`,
    published: `${by} published ${name}.`,
    'published-latest': `${by} published ${name} as the latest version.`,
    promoted: `${by} promoted ${name} to stable.`,
    'promoted-latest': `${by} promoted ${name} to stable and made it the latest version.`,
    activated: `${by} activated ${name}.`,
    'file-added': `${by} added the file of ${name}.`,
    latest: `${by} made ${name} the latest version.`,
  })[event]

function consequenceOf({
  event,
  sha256,
  rolloutPercent,
  publishAt,
}: Pick<Release, 'event' | 'sha256' | 'rolloutPercent' | 'publishAt'>) {
  if (event === 'not-published') return 'Open it to see what prevents it, then publish it again.'
  if (event === 'scheduled') return `It will be published on ${vendorTime(publishAt ?? '')}.`
  if (event === 'latest' || event === 'published-latest' || event === 'promoted-latest')
    return `Customers get it first, and update feeds offer it to ${rolloutPercent}% of the devices on older versions.`
  return sha256 ? 'Customers can download it now.' : 'Customers can download it as soon as it has its file.'
}

function adviceOf(event: ReleaseEvent) {
  if (event === 'not-published') return []
  const stop = event === 'scheduled' ? 'cancel its schedule' : 'deactivate the version at once'
  return [`If you did not expect this, ${stop} and end the sessions of the admin who did it.`]
}

/** 'Mar 05, 2026 at 14:00 (Africa/Johannesburg)' */
const vendorTime = (instant: string) =>
  `${formatDate(businessDay(instant, TIME_ZONE))} at ${formatTimeIn(instant, TIME_ZONE).slice(-'14:00'.length)} (${TIME_ZONE})`

export function releaseExamples({ config, reader, words }: ExampleData): Examples<'release-changed'> {
  const release = {
    config,
    to: reader.email,
    firstName: reader.firstName,
    by: words('Sipho Molefe'),
    platform: words('Windows'),
    architecture: 'any' as const,
    version: '4.4.0',
    sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    rolloutPercent: 25,
    publishAt: null,
  }
  return {
    'release-changed': {
      Published: releaseChanged({ ...release, event: 'published' }),
      'Published before its file': releaseChanged({ ...release, event: 'published', sha256: null }),
      Scheduled: releaseChanged({ ...release, event: 'scheduled', publishAt: '2026-11-02T06:00:00.000Z' }),
      'Not published as scheduled': releaseChanged({ ...release, event: 'not-published' }),
      'Published as the latest version': releaseChanged({ ...release, event: 'published-latest' }),
      'Published by its schedule': releaseChanged({ ...release, by: null, event: 'published' }),
      Promoted: releaseChanged({ ...release, event: 'promoted' }),
      'Promoted as the latest version': releaseChanged({ ...release, event: 'promoted-latest' }),
      'File added': releaseChanged({ ...release, event: 'file-added' }),
      Activated: releaseChanged({ ...release, event: 'activated' }),
      'The latest version': releaseChanged({ ...release, event: 'latest' }),
    },
  }
}
