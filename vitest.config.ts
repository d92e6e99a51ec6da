import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,web,clients}/**/*.test.ts'],
    globalSetup: './server/testing/database-server.ts',
    execArgv: ['--import=./scripts/quick-packages.mjs'],
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
