import { availableParallelism } from 'node:os'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { findTestFiles } from './server/testing/test-files.ts'

const { unit, api, ownProcess, long, helpers } = findTestFiles()

/** Node.js loads the portal once per worker. Tests and their helpers are loaded for each file. */
const deps = {
  external: [/\/(?:contract|server|demo|clients)\/.*\.ts$/],
  inline: helpers.map((file) => new RegExp(`/${file.replaceAll('.', String.raw`\.`)}$`)),
}
const shared = { isolate: false, setupFiles: './server/testing/fresh-modules.ts' }
/** `npm run test:slow` sets LONG_TESTS, for test files that have a long form. */
const withDatabase = process.env.LONG_TESTS === 'yes' ? long : api
const globalSetup = './server/testing/database-server.ts'

export default defineConfig({
  test: {
    // Compiled modules, shared by all child processes: a quarter less CPU until a server is loaded.
    env: { NODE_COMPILE_CACHE: path.resolve('node_modules/.cache/latchkey-server') },
    // One worker per processor, up to the number of connections that the database allows.
    maxWorkers: Math.min(4, Math.max(2, availableParallelism())),
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { ...shared, name: 'unit', include: unit } },
      { extends: true, test: { ...shared, name: 'api', include: withDatabase, server: { deps }, globalSetup } },
      { extends: true, test: { name: 'own-process', include: ownProcess, globalSetup } },
    ],
  },
})
