import { ensureInstalled, pinnedNode, run } from './setup.mjs'

// Usage: node scripts/command.mjs FILE.ts [ARGUMENTS]. Works before the first `npm start` and with any Node.js, like that.
ensureInstalled()
process.exitCode = await run(pinnedNode(), process.argv.slice(2))
