import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { StartupError } from '#server/database/startup-error.ts'

/** How PostgreSQL is run: the commands put before it, and whom its files belong to when that is not us. */
export type PostgresAccount = { prefix: string[]; owner?: { uid: number; gid: number } }

const nobody = { uid: 65534, gid: 65534 }

/** For programs or data below a folder that only root may enter, such as root's home: the one right of root that is kept. */
const reachPrivateFolders = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override']

/** PostgreSQL refuses root, so root runs it as somebody who can reach its programs and the folder. */
export function chooseAccount(postgres: string, parentFolder: string): PostgresAccount {
  const dieWithUs = pdeathsig()
  if (process.getuid?.() !== 0) return { prefix: dieWithUs.length > 0 ? ['setpriv', ...dieWithUs] : [] }
  const account = [
    inUserNamespace(dieWithUs),
    asNobody(dieWithUs),
    asNobody([...reachPrivateFolders, ...dieWithUs]),
  ].find(({ prefix }) => works([...prefix, postgres, '--version']) && works([...prefix, 'stat', `${parentFolder}/.`]))
  if (account) return account
  throw new StartupError(
    'PostgreSQL refuses to run as root and no other user can be taken here: start as a normal user or set DATABASE_URL.',
  )
}

/** Folders that another account has used before change hands; root only, since nobody else can give files away. */
export function giveTo(account: PostgresAccount, folder: string): void {
  const { owner } = account
  if (!owner || statSync(folder).uid === owner.uid) return
  const { status } = spawnSync('chown', ['--recursive', `${owner.uid}:${owner.gid}`, folder], { stdio: 'ignore' })
  if (status !== 0) throw new StartupError(`The folder ${folder} could not be given to the user PostgreSQL runs as.`)
}

/** A killed server takes PostgreSQL with it: the kernel asks for a fast shutdown the moment the parent is gone. */
function pdeathsig(): string[] {
  const flags = ['--pdeathsig', 'INT']
  return process.platform === 'linux' && works(['setpriv', ...flags, 'true']) ? flags : []
}

/** PostgreSQL sees an ordinary user while the files stay root's: nothing to create, and it works below a private home. */
function inUserNamespace(dieWithUs: string[]): PostgresAccount {
  const prefix = ['unshare', '--user', `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`]
  return { prefix: dieWithUs.length > 0 ? [...prefix, 'setpriv', ...dieWithUs] : prefix, owner: { uid: 0, gid: 0 } }
}

/** Where user namespaces are blocked, as in most containers. */
function asNobody(flags: string[]): PostgresAccount {
  const { uid, gid } = nobody
  return { prefix: ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...flags], owner: nobody }
}

function works([command = '', ...args]: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0
}

/** PostgreSQL gets none of the server's secrets, no PG… variable of the operator, and speaks English, which is read here. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const language = { LC_ALL: 'C', TZ: 'UTC' }
  return process.platform === 'win32' ? { ...process.env, ...language } : { PATH: process.env.PATH, ...language }
}
