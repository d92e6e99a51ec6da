import { registerHooks } from 'node:module'

// Node reads the package.json of a module's package once for every module that is imported as ESM. That of drizzle-orm has
// 180 kB and its modules are hundreds: a second of work and 150 MiB of garbage at each start. Its CommonJS twin has the
// same exports and is loaded without that. Everything works without this file, only slower.
const MODULE = /(\/node_modules\/drizzle-orm\/.*)\.js$/

registerHooks({
  resolve: (specifier, context, next) => {
    const found = next(specifier, context)
    if (!MODULE.test(found.url)) return found
    return { ...found, url: found.url.replace(MODULE, '$1.cjs'), format: 'commonjs' }
  },
})
