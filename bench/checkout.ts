import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { StartupError } from '#server/database/startup-error.ts'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '..')

/** Checks out a tag or commit into a temporary folder, with the packages of this checkout. `remove` deletes it. */
export async function checkOut(ref: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'latchkey-checkout-'))
  const directory = path.join(folder, 'release')
  const removeFolder = () => rm(folder, { recursive: true, force: true })
  await run('git', ['worktree', 'add', '--detach', directory, ref], { cwd: root }).catch(
    async (error: { stderr: string }) => {
      await removeFolder()
      throw new StartupError(`${ref} cannot be checked out: ${error.stderr.trim()}.`)
    },
  )
  await symlink(path.join(root, 'node_modules'), path.join(directory, 'node_modules'))
  const remove = async () => {
    await run('git', ['worktree', 'remove', '--force', directory], { cwd: root })
    await removeFolder()
  }
  return { directory, url: pathToFileURL(`${directory}/`), remove }
}
