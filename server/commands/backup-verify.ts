import { readConfig } from '#server/platform/config.ts'
import { backupSecret, countsOf } from './backup/backup-words.ts'
import { openBackup } from './backup/places.ts'
import { createProgress } from './backup/progress.ts'
import { verifyBackup } from './backup/verify-backup.ts'
import { runCommand, UsageError } from './run-command.ts'

const usage = 'npm run backup:verify -- --from FOLDER|s3://bucket/prefix[/latchkey-….backup]'
const options = { from: { type: 'string' } } as const

/** Restores the backup, or the newest in a place, into a database that is deleted again. */
await runCommand({ usage, options }, async (values) => {
  const config = readConfig()
  const { from = config.backup.to } = values
  if (!from) throw new UsageError('Say which backup: --from or BACKUP_TO.')
  const secret = backupSecret(config)
  const { name, source } = await openBackup(from, config.s3)
  const { closing, manifest, devices } = await verifyBackup(config, {
    secret,
    source,
    progress: createProgress('Restored'),
  })
  return `${name} is whole and works: the portal as of ${manifest.createdAt}, ${countsOf(closing)}; ${devices}.`
})
