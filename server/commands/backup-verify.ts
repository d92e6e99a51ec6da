import { openPlace, splitAddress } from './backup/places.ts'
import { readConfig } from '#server/platform/config.ts'
import { StartupError } from '#server/database/startup-error.ts'
import { backupSecret, countsOf } from './backup/backup-words.ts'
import { runCommand, UsageError } from './run-command.ts'
import { verifyBackup } from './backup/verify-backup.ts'

const usage = 'npm run backup:verify -- --from FOLDER|s3://bucket/prefix[/latchkey-….backup]'
const options = { from: { type: 'string' } } as const

/** Restores the backup, or the newest in a place, into a database that is deleted again. */
await runCommand({ usage, options }, async ({ from }) => {
  if (from === undefined) throw new UsageError('Say which backup: --from.')
  const config = readConfig()
  const secret = backupSecret(config)
  const { place: address, name } = from.endsWith('.backup') ? splitAddress(from) : { place: from, name: undefined }
  const place = openPlace(address, config.s3)
  const wanted = name ?? (await place.list()).at(-1)
  if (wanted === undefined) throw new StartupError(`There is no backup in ${address}.`)
  const { closing, manifest, devices } = await verifyBackup(config, { secret, source: await place.read(wanted) })
  return `${wanted} is whole and works: the portal as of ${manifest.createdAt}, ${countsOf(closing)}; ${devices}.`
})
