import { StartupError } from '#server/database/startup-error.ts'
import { readConfig } from '#server/platform/config.ts'
import { openAsOwner } from '#server/start/prepare-database.ts'
import { backupSecret, countsOf } from './backup/backup-words.ts'
import { openPlace } from './backup/places.ts'
import { createProgress } from './backup/progress.ts'
import { saveBackup } from './backup/save.ts'
import { announceDatabase, runCommand, UsageError } from './run-command.ts'

const usage = 'npm run backup -- --to FOLDER|s3://bucket/prefix [--keep 14]'
const options = { to: { type: 'string' }, keep: { type: 'string' } } as const

/** Online: the portal keeps serving. */
await runCommand({ usage, options }, async (values) => {
  const config = readConfig()
  const { to = config.backup.to } = values
  const kept = values.keep === undefined ? config.backup.kept : Number(values.keep)
  if (!to) throw new UsageError('Say where to: --to or BACKUP_TO.')
  if (!Number.isInteger(kept) || kept < 1) throw new UsageError('--keep is a number of backups, at least 1.')
  const secret = backupSecret(config)
  const place = openPlace(to, config.s3)
  announceDatabase(config, config.migrationDatabaseUrl)
  const { url, stop } = await openAsOwner(config)
  try {
    const saved = await saveBackup({ url, config, secret, place, kept, progress: createProgress('Saved') })
    if (saved.lost.length > 0)
      throw new StartupError(
        `Saved ${saved.name} to ${to}, but without ${saved.lost.length} missing or damaged files: ${saved.lost.join(', ')}.`,
      )
    return `Saved ${saved.name} to ${to}: ${countsOf(saved)}.`
  } finally {
    await stop()
  }
})
