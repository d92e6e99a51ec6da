import { expect, test } from 'vitest'
import { auditActions } from '#contract/operations/audit/audit-actions.ts'
import { readSources } from './sources.ts'

const written = readSources()
  .filter(({ file }) => file.startsWith('server/') && !/\.test\.ts$|^server\/testing\/|former-actions\.ts$/.test(file))
  .map(({ text }) => text)
  .join('\n')

/** A boolean, because the failure would print all sources. */
test.each(auditActions)('the server writes %s', (action) => expect(written.includes(`'${action}'`)).toBe(true))
