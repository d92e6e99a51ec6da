import type { MailKind } from '#contract/operations/emails/mail-kinds.ts'
import type { Config } from '#server/platform/config.ts'
import type { Email } from '#server/platform/mail/email.ts'
import { dayOf, plusDays } from './calendar.ts'
import type { Sender } from './emails.ts'

export type ExampleData = {
  config: Sender & Pick<Config, 'vendor'>
  reader: { id: string; email: string; firstName: string }
  words: (example: string) => string
  day: (days: number) => string
  year: string
  id: string
  /** Placeholder for the secret of a link. */
  token: string
}

export type Examples<Kind extends MailKind> = Record<Kind, Record<string, Email>>

export function createWorld(config: ExampleData['config'], now = new Date()): ExampleData {
  const today = dayOf(now.toISOString())
  return {
    config,
    reader: { id: EXAMPLE_ID, email: 'lerato.mokoena@example.com', firstName: 'Lerato' },
    words: (example) => example,
    day: (days) => plusDays(today, days),
    year: today.slice(0, 4),
    id: EXAMPLE_ID,
    token: 'example',
  }
}

const EXAMPLE_ID = '00000000-0000-4000-8000-000000000001'
