import { globSync, readFileSync } from 'node:fs'
import { expect, expectTypeOf, test } from 'vitest'
import { payments } from '#contract/billing/payments.ts'
import { account } from '#contract/identity/account.ts'
import { users } from '#contract/identity/users.ts'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import type { Input, UnconfirmedInput } from './call.ts'

test('requires a confirmation for a call with a consequence, and takes none for a harmless one', () => {
  expectTypeOf<Input<typeof users.activate>['confirmed']>().toEqualTypeOf<Confirmation>()
  expectTypeOf<Input<typeof payments.record>['confirmed']>().toEqualTypeOf<Confirmation>()
  expectTypeOf<UnconfirmedInput<typeof users.activate>>().not.toExtend<Input<typeof users.activate>>()
  expectTypeOf<Input<typeof account.changeProfile>>().not.toHaveProperty('confirmed')
  expectTypeOf<Input<typeof users.list>>().not.toHaveProperty('confirmed')
})

const cwd = new URL('../..', import.meta.url).pathname
const sources = globSync('**/*.{ts,tsx}', { cwd }).filter((file) => !file.endsWith('.test.ts'))
const filesWith = (words: RegExp) =>
  sources.filter((file) => words.test(readFileSync(`${cwd}/${file}`, 'utf8'))).toSorted()

const makers = ['app/api/data.ts', 'ui/dialog/confirm-dialog.tsx', 'ui/dialog/confirmed.ts', 'ui/form/form.tsx']

test('only dialogs, forms and undoable changes create a confirmation', () => {
  expect(filesWith(/\bCONFIRMED\b|\bas Confirmed\b/)).toEqual(makers)
})

test('reaches the server only through calls typed by their endpoints', () => {
  expect(filesWith(/(?<![\w.])fetch\(|\bXMLHttpRequest\b|\bsendBeacon\b/)).toEqual([
    'app/api/call.ts',
    'app/api/upload.ts',
  ])
})
