import type { Version } from '#contract/releases/files.ts'
import type { publications } from '#contract/releases/publications.ts'
import { Refusal, UsageError } from '#clients/cli/failures.ts'
import type { Flags } from '#clients/cli/flags.ts'
import type { Api } from '#clients/cli/http/api.ts'
import type { Outcome } from '#clients/cli/output.ts'
import { provideVersion, writeNotes } from './draft.ts'
import { readFileFacts, type LocalFile } from './file.ts'
import { readNotes } from './notes.ts'
import { findVersion, hasBytes, pageOf } from './versions.ts'
import { isComparable, readWanted, type WantedRelease } from './wanted.ts'

type PublishResult = 'published' | 'scheduled' | 'draft' | 'unchanged'
type Stderr = Parameters<typeof provideVersion>[0]['stderr']

/** Each step finds what an earlier run has done, so that a run after a failure continues. */
export async function publishRelease(
  connect: () => Api,
  flags: Flags,
  [path]: string[],
  stderr: Stderr,
): Promise<Outcome> {
  if (path === undefined) throw new UsageError('FILE is missing: the program that you publish, such as Setup.exe.')
  const wanted = readWanted(flags)
  const notes = flags.notes === undefined ? undefined : readNotes(flags.notes, wanted.version)
  const api = connect()
  const file = await readFileFacts(path, flags.name)
  const isReplacing = flags['replace-draft'] === true
  const version = await provideVersion({ api, wanted, file, stderr, isReplacing })
  if (notes) await writeNotes(api, version, notes)
  if (wanted.isDraft) return outcomeOf(api, version, version.state === 'draft' ? 'draft' : 'unchanged')
  return publish(api, wanted, file)
}

/** Two runs at once see each other's changes: as long as the file is the same, the later one looks again. */
async function publish(api: Api, wanted: WantedRelease, file: LocalFile): Promise<Outcome> {
  let refused: { refusal: unknown; updatedAt: string } | undefined
  for (;;) {
    const version = await findVersion(api, wanted)
    if (!version || !hasBytes(version, file))
      throw new Refusal(`Someone deleted or replaced version ${wanted.version} in the meantime.`)
    if (isDone(version, wanted)) return outcomeOf(api, version, 'unchanged')
    if (refused?.updatedAt === version.updatedAt) throw refused.refusal
    try {
      const published = await release(api, version, wanted)
      return outcomeOf(api, published, published.state === 'scheduled' ? 'scheduled' : 'published')
    } catch (error) {
      if (!isConflict(error)) throw withLink(error, version, api)
      refused = { refusal: error, updatedAt: version.updatedAt }
    }
  }
}

const isConflict = (error: unknown) => error instanceof Refusal && error.status === 409

/** A draft waits for a person when the token may not publish. */
const withLink = (error: unknown, version: Version, api: Api) =>
  error instanceof Refusal && error.status === 403 && version.state === 'draft'
    ? new Refusal(
        `${error.message} Version ${version.version} is a draft, which an admin can publish: ${pageOf(api, version)}`,
        { status: 403 },
      )
    : error

const release = (api: Api, version: Version, wanted: WantedRelease) =>
  api.call<typeof publications.release>('POST', '/api/admin/files/versions/:id/release', {
    params: { id: version.id },
    body: {
      channel: wanted.channel ?? version.channel,
      rolloutPercent: wanted.rolloutPercent ?? version.rolloutPercent,
      minimumVersion: wanted.minimumVersion ?? version.minimumVersion,
      isLatest: wanted.isLatest,
      publishAt: wanted.publishAt,
      updatedAt: version.updatedAt,
    },
  })

function isDone(version: Version, wanted: WantedRelease) {
  const {
    channel = version.channel,
    rolloutPercent = version.rolloutPercent,
    minimumVersion = version.minimumVersion,
  } = wanted
  const isAsWanted =
    version.channel === channel &&
    version.rolloutPercent === rolloutPercent &&
    version.minimumVersion === minimumVersion
  if (version.state === 'scheduled')
    return (
      isAsWanted && isSameTime(version.publishAt, wanted.publishAt) && version.publishesAsLatest === wanted.isLatest
    )
  if (version.state !== 'published') return false
  const isOffered = version.channel === channel && (version.isLatest || !wanted.isLatest)
  if (isOffered && !isAsWanted)
    throw new Refusal(
      `Version ${version.version} is already published. An admin changes its rollout and minimum version in the portal.`,
    )
  return isOffered
}

const isSameTime = (one: string | null, other: string | null) =>
  one !== null && other !== null && Date.parse(one) === Date.parse(other)

const NOT_COMPARABLE = '  Updaters cannot order this version number, so no update feed offers it.\n'

function outcomeOf(api: Api, version: Version, done: PublishResult): Outcome {
  const link = pageOf(api, version)
  const warning = isComparable(version.version) ? '' : NOT_COMPARABLE
  return { data: { result: done, link, version }, text: `✔ ${sentence(version, done)}\n${warning}  ${link}` }
}

function sentence({ version, state, channel, rolloutPercent, isLatest, publishAt }: Version, done: PublishResult) {
  if (done === 'draft') return `Version ${version} is a draft. An admin publishes it in the portal.`
  if (state === 'scheduled') return `Version ${version} will be published at ${publishAt ?? ''}.`
  const already = done === 'unchanged' ? 'already ' : ''
  return `Version ${version} is ${already}published: ${channel}, for ${rolloutPercent}% of devices${isLatest ? ', the latest' : ''}.`
}
