import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { describe } from 'vitest'
import { testProcesses } from '#clients/testing/processes.ts'

const reasonToSkip = spawnSync('python3', ['--version']).status === 0 ? '' : ' (skipped: python3 is not installed)'

describe.skipIf(reasonToSkip)(`several processes of a Python application${reasonToSkip}`, () => {
  const program = path.join(import.meta.dirname, 'session.py')
  testProcesses(({ folder, server, computer, keys }) => [
    'python3',
    program,
    folder,
    server,
    computer,
    JSON.stringify(keys),
  ])
})
