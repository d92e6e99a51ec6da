import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { StartupError } from '#server/database/startup-error.ts'

/** How PostgreSQL is run: command prefix, and the owner of its files if that is another user. */
export type PostgresAccount = { prefix: string[]; owner?: { uid: number; gid: number } }

const nobody = { uid: 65534, gid: 65534 }

/** Keeps one right of root: reading programs or data in a folder that only root may enter. */
const reachPrivateFolders = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override']

/** PostgreSQL refuses to run as root, so root runs it as another user who can reach its programs and folder. */
export function chooseAccount(postgres: string, parentFolder: string): PostgresAccount {
  const dieWithUs = pdeathsig()
  if (process.getuid?.() !== 0) return asOurselves(dieWithUs)
  const account = [
    { prefix: inUserNamespace(dieWithUs), owner: { uid: 0, gid: 0 } },
    asNobody(dieWithUs),
    asNobody([...reachPrivateFolders, ...dieWithUs]),
  ].find(({ prefix }) => works([...prefix, postgres, '--version']) && works([...prefix, 'stat', `${parentFolder}/.`]))
  if (account) return account
  throw new StartupError(
    'PostgreSQL refuses to run as root and no other user can be taken here: start as a normal user or set DATABASE_URL.',
  )
}

export function giveTo(account: PostgresAccount, folder: string): void {
  const { owner } = account
  if (!owner || statSync(folder).uid === owner.uid) return
  const { status } = spawnSync('chown', ['--recursive', `${owner.uid}:${owner.gid}`, folder], { stdio: 'ignore' })
  if (status !== 0) throw new StartupError(`The folder ${folder} could not be given to the user PostgreSQL runs as.`)
}

/** Ends PostgreSQL with the server: the kernel requests a fast shutdown when the parent dies. */
function pdeathsig(): string[] {
  const flags = ['--pdeathsig', 'INT']
  return process.platform === 'linux' && works(['setpriv', ...flags, 'true']) ? flags : []
}

/** initdb asks for the name of its user. */
function asOurselves(dieWithUs: string[]): PostgresAccount {
  const named = inUserNamespace(dieWithUs)
  if (!hasName() && works([...named, 'true'])) return { prefix: named }
  return { prefix: dieWithUs.length > 0 ? ['setpriv', ...dieWithUs] : [] }
}

function hasName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

/** PostgreSQL runs as an ordinary user of a user namespace while our user owns the files. Works below a private home. */
function inUserNamespace(dieWithUs: string[]): string[] {
  const prefix = ['unshare', '--user', `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`]
  return dieWithUs.length > 0 ? [...prefix, 'setpriv', ...dieWithUs] : prefix
}

/** For systems without user namespaces, such as most containers. */
function asNobody(flags: string[]): PostgresAccount {
  const { uid, gid } = nobody
  return { prefix: ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...flags], owner: nobody }
}

function works([command = '', ...args]: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0
}

/** PostgreSQL gets no secrets or PG… variables, and logs in English, which is parsed here. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const language = { LC_ALL: 'C', TZ: 'UTC' }
  return process.platform === 'win32' ? { ...process.env, ...language } : { PATH: process.env.PATH, ...language }
}
