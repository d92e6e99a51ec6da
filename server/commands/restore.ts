import { openPlace, splitAddress } from './backup/places.ts'
import { restoreBackup } from './backup/restore.ts'
import { readConfig } from '#server/platform/config.ts'
import { openStorage } from '#server/platform/storage/objects.ts'
import { openAsOwner, schemaOf } from '#server/start/prepare-database.ts'
import { backupSecret, countsOf } from './backup/backup-words.ts'
import { runCommand, UsageError } from './run-command.ts'

const usage = 'npm run restore -- --from FOLDER/latchkey-….backup|s3://bucket/prefix/latchkey-….backup'
const options = { from: { type: 'string' } } as const

/** Into an empty database: that of DATABASE_URL, or of a new DATA_DIR. */
await runCommand({ usage, options }, async ({ from }) => {
  if (from === undefined) throw new UsageError('Say which backup: --from.')
  const config = readConfig()
  const secret = backupSecret(config)
  const { place, name } = splitAddress(from)
  const source = await openPlace(place, config.s3).read(name)
  const { url, stop } = await openAsOwner(config)
  try {
    const files = await openStorage(config)
    await files.probe(AbortSignal.timeout(10_000))
    const schema = await schemaOf(config)
    const { manifest, closing } = await restoreBackup({ url, secret, source, store: files.restore, schema })
    return `Restored the portal as of ${manifest.createdAt}: ${countsOf(closing)}.`
  } finally {
    await stop()
  }
})
