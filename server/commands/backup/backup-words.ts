import { countOf } from '#contract/quantities.ts'
import { StartupError } from '#server/database/startup-error.ts'
import type { Config } from '#server/platform/config.ts'
import { countFiles } from './manifest.ts'

export function backupSecret({ backup }: Config) {
  if (backup.secret) return backup.secret
  throw new StartupError(
    'Set BACKUP_SECRET to 32 characters or more from your secret store, for example of "openssl rand -base64 32". Without it no backup can be read.',
  )
}

type Contents = { rows: Record<string, number>; entries: Record<string, { bytes: number }> }

/** '61 tables with 12,345 rows, 14 files, 83.1 MB' */
export function countsOf({ rows, entries }: Contents) {
  const names = Object.keys(entries)
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
  const [tables, count] = [Object.keys(rows).length, sum(Object.values(rows))]
  const files = countFiles(names)
  const megabytes = sum(Object.values(entries).map(({ bytes }) => bytes)) / 1e6
  return `${countOf(tables, 'table')} with ${countOf(count, 'row')}, ${countOf(files, 'file')}, ${megabytes.toFixed(1)} MB`
}
