import { build, isBuilt } from './build.mjs'
import { ensureInstalled, giveUp, pinnedNode, run, serverEnvironment, serverFlags } from './setup.mjs'

ensureInstalled()
if (!isBuilt()) {
  console.log('Building the web app …')
  const exitCode = await build('--logLevel', 'warn')
  if (exitCode !== 0) giveUp('The web app could not be built. See above.')
}
process.exitCode = await run(pinnedNode(), [...serverFlags, 'server/main.ts'], { env: serverEnvironment })
