import { ensureInstalled, packageCommand, pinnedNode, run } from './setup.mjs'

ensureInstalled()
process.exitCode = await Promise.race([
  run(pinnedNode(), ['--watch', 'server/main.ts']),
  run(pinnedNode(), [packageCommand('vite')]),
])
process.exit()
