import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { NOT_IN_THE_FUTURE, TOO_FAR_AHEAD } from '#contract/releases/publications.ts'
import { PublishForm } from './publish-form.ts'

test.each([
  ['0026-12-01T10:00', NOT_IN_THE_FUTURE],
  ['2020-12-01T10:00', NOT_IN_THE_FUTURE],
  ['12026-12-01T10:00', TOO_FAR_AHEAD],
  ['', 'Choose a date and time'],
  ['?', 'Choose a date and time'],
])('says what is wrong with the time %j', (publishAt, message) => {
  const form = { channel: 'stable', rolloutPercent: '100', minimumVersion: '', publishAt }
  expect(z.safeParse(PublishForm, form).error?.issues.map((issue) => issue.message)).toEqual([message])
})
