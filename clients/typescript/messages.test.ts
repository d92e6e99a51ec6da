import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { notTheServer, unreachable, withoutDecision } from './answers.ts'
import { MESSAGES, WARNINGS } from './messages.ts'

const reasonToSkip = spawnSync('python3', ['--version']).status === 0 ? '' : ' (skipped: python3 is not installed)'

const PROGRAM = `
import json
from latchkey.client import NOT_THE_SERVER, UNREACHABLE, Answer, without_decision
from latchkey.license_file import Verdict, Warning
from latchkey.messages import SENTENCES
from latchkey.rules import Status, confirm
from latchkey.transport import Reply

refused = confirm(Answer('VALID', 'Yes.', conclusive=True), Verdict('UNKNOWN_KEY'))
status = Status('EXPIRED', [Warning('GRACE', None), Warning('SOMETHING_NEW')], None, None)
print(json.dumps({
    'sentences': SENTENCES,
    'missing': [UNREACHABLE, NOT_THE_SERVER],
    'without': [without_decision(Reply(status, '<html>')).detail for status in (200, 404, 500, 502)],
    'shown': [refused.detail, status.detail, *[one.detail for one in status.warnings]],
}))
`

describe.skipIf(reasonToSkip)(`the sentences of the Python client${reasonToSkip}`, () => {
  test('are those of the TypeScript client, for each code', async () => {
    const { stdout } = await promisify(execFile)('python3', ['-c', PROGRAM], {
      cwd: path.join(import.meta.dirname, '../python'),
    })
    expect(JSON.parse(stdout)).toEqual({
      sentences: { ...MESSAGES, ...WARNINGS },
      missing: [unreachable('').decision.detail, notTheServer('').decision.detail],
      without: [200, 404, 500, 502].map((status) => withoutDecision(status).decision.detail),
      shown: [MESSAGES.UNKNOWN_KEY, MESSAGES.EXPIRED, WARNINGS.GRACE, 'SOMETHING_NEW'],
    })
  })
})

test('the sentences of the C# client are those of the TypeScript client, for each code', () => {
  const code = readFileSync(path.join(import.meta.dirname, '../csharp/Latchkey/Messages.cs'), 'utf8')
  const [, tooOld = ''] = /TooOld = ("[^"]*")/.exec(code) ?? []
  const lines = [...code.replaceAll(', TooOld }', `, ${tooOld} }`).matchAll(/\{ ("\w+"), ("[^"]*") \}/g)]
  const sentences = JSON.parse(`{${lines.map(([, name, text]) => `${name}: ${text}`).join()}}`) as unknown
  expect(sentences).toEqual({ ...MESSAGES, ...WARNINGS })
})
