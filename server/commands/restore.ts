import { readConfig } from '#server/platform/config.ts'
import { openStorage } from '#server/platform/storage/open-storage.ts'
import { openAsOwner, schemaOf } from '#server/start/prepare-database.ts'
import { backupSecret, countsOf } from './backup/backup-words.ts'
import { openBackup } from './backup/places.ts'
import { createProgress } from './backup/progress.ts'
import { restoreBackup } from './backup/restore.ts'
import { runCommand, UsageError } from './run-command.ts'

const usage = 'npm run restore -- --from FOLDER|s3://bucket/prefix[/latchkey-….backup]'
const options = { from: { type: 'string' } } as const

const ITS_START =
  'Its start sends the emails and events that waited then, and does what is due since. To look at a copy, start it with WORKER=off: it does neither.'

/** Restores the backup, or the newest in a place, into an empty database: that of DATABASE_URL, or of a new DATA_DIR. */
await runCommand({ usage, options }, async ({ from }) => {
  if (!from) throw new UsageError('Say which backup: --from.')
  const config = readConfig()
  const secret = backupSecret(config)
  const { name, source } = await openBackup(from, config.s3)
  const { url, stop } = await openAsOwner(config)
  try {
    const files = await openStorage(config)
    await files.probe(AbortSignal.timeout(10_000))
    const schema = await schemaOf(config)
    const { manifest, closing } = await restoreBackup({
      url,
      secret,
      source,
      store: files.restore,
      schema,
      progress: createProgress('Restored'),
    })
    return `Restored ${name}, the portal as of ${manifest.createdAt}: ${countsOf(closing)}.\n${ITS_START}`
  } finally {
    await stop()
  }
})
