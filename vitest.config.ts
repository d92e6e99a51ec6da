import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { findTestFiles } from './server/testing/test-files.ts'

const { unit, api } = findTestFiles()

export default defineConfig({
  test: {
    execArgv: ['--import=./scripts/quick-packages.mjs'],
    // One for each processor, as far as the connections of the one database go.
    maxWorkers: Math.min(4, Math.max(2, availableParallelism())),
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'unit', include: unit } },
      { extends: true, test: { name: 'api', include: api, globalSetup: './server/testing/database-server.ts' } },
    ],
  },
})
