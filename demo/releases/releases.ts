import type { Calendar } from '#demo/calendar.ts'
import type { Account } from '#demo/identity/accounts.ts'
import { createRandom } from '#demo/random.ts'
import { applicationFileRow, type NotesRow, type ObjectRow, type VersionRow } from '#demo/rows/releases.ts'
import { releaseFiles } from './files.ts'
import { releases } from './release-list.ts'

type Row<Given> = Given & { id: string }

export function buildReleases(accounts: Account[], calendar: Calendar) {
  const random = createRandom(8)
  const admin = accounts.find(({ role }) => role === 'admin')
  if (!admin) throw new Error('The demo has no admin')
  const files: Row<ObjectRow>[] = []
  const versions: Row<VersionRow>[] = []
  const notes: NotesRow[] = []
  for (const release of releases) {
    const {
      version,
      fileName,
      size: _size,
      age,
      state,
      architecture,
      channel,
      rolloutPercent,
      minimumVersion,
      ...texts
    } = release
    const createdAt = calendar.ago({ days: age })
    const stored = releaseFiles.find((file) => file.fileName === fileName)
    const objectId = stored ? random.uuid() : null
    const id = random.uuid()
    if (stored && objectId) {
      const facts = { key: stored.key, userId: admin.id, fileName }
      files.push({ ...applicationFileRow(facts, stored.make(), createdAt), id: objectId })
    }
    const isPublished = state !== 'draft' && state !== 'scheduled'
    const states = {
      isLatest: state === 'latest',
      isActive: isPublished && state !== 'withdrawn',
      publishedAt: isPublished ? createdAt : null,
      ...(state === 'scheduled' && { publishAt: calendar.ago({ days: -3 }), publishesAsLatest: true }),
      ...(state === 'withdrawn' && { withdrawnReason: 'The window may open off screen with two monitors.' }),
    }
    const platform = architecture === 'arm64' ? 'Windows arm64' : 'Windows'
    const offer = { architecture, platform, channel, rolloutPercent, minimumVersion }
    versions.push({ id, version, fileName, objectId, ...states, ...offer, createdAt, updatedAt: createdAt })
    notes.push({ versionId: id, ...texts, createdAt, updatedAt: createdAt })
  }
  return { files, versions, notes }
}
