import path from 'node:path'
import { testProcesses } from '#clients/testing/processes.ts'

const session = path.join(import.meta.dirname, '..', 'testing', 'session.ts')

testProcesses(({ folder, server, computer, keys }) => [
  process.execPath,
  session,
  folder,
  server,
  computer,
  JSON.stringify(keys),
])
