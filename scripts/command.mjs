import { ensureInstalled, hasPackages, pinnedNode, run } from './setup.mjs'

// Usage: node scripts/command.mjs FILE.ts [ARGUMENTS]. Works before the first `npm start` and with any Node.js, like that. Never
// reinstalls: a running server may use the packages.
if (!hasPackages()) ensureInstalled()
process.exitCode = await run(pinnedNode(), process.argv.slice(2))
