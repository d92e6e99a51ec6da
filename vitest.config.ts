import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,web,clients}/**/*.test.ts'],
    globalSetup: './server/testing/database-server.ts',
    execArgv: ['--import=./scripts/quick-packages.mjs'],
    // One for each processor, as far as the connections of the one database go.
    maxWorkers: Math.min(4, Math.max(2, availableParallelism())),
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
