import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

const loaded = new Set<string>()
registerHooks({
  load: (url, context, next) => {
    loaded.add(/node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules)/.exec(url)?.[1] ?? url)
    return next(url, context)
  },
})

// Preloaded by a test: writes to the named file which packages and parts of Node.js the process has loaded.
process.on('exit', () => {
  const file = process.env.LOADED_REPORT
  const { moduleLoadList } = process as unknown as { moduleLoadList: string[] }
  if (file) writeFileSync(file, JSON.stringify([...loaded, ...moduleLoadList]))
})
