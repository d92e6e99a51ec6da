import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { testProcesses } from '#clients/testing/processes.ts'
import { compile, keyArguments, reasonToSkip, sources } from './compile.ts'

describe.skipIf(reasonToSkip)(`several processes of a C# application${reasonToSkip}`, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'csharp-processes-'))
  const program = path.join(folder, 'test.exe')
  beforeAll(() => compile(program, sources('Latchkey', 'Test')))
  afterAll(() => rmSync(folder, { recursive: true }))

  testProcesses(({ folder: shared, server, computer, keys }) => [
    'mono',
    program,
    'session',
    server,
    computer,
    shared,
    ...keyArguments(keys),
  ])
})
