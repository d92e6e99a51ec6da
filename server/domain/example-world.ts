import type { MailKind } from '#contract/operations/mail-kinds.ts'
import type { Config } from '#server/platform/config.ts'
import type { Email } from '#server/platform/mail/email.ts'
import { dayOf, plusDays } from './calendar.ts'
import type { Sender } from './emails.ts'

/** Whom and what examples are about. Nothing of it is in a database. */
export type World = {
  config: Sender & Pick<Config, 'vendor'>
  reader: { id: string; email: string; firstName: string }
  /** What people type, so that a test can have them type something else. */
  words: (example: string) => string
  /** So many days from today in South Africa: '2027-03-05'. */
  day: (days: number) => string
  /** That of the numbers on invoices and tickets. */
  year: string
  /** Of whatever an example is about. */
  id: string
  /** Stands where a link has its secret. */
  token: string
}

/** The mails of some kinds, each as often as it comes out differently, by what is different. */
export type Examples<Kind extends MailKind> = Record<Kind, Record<string, Email>>

export function createWorld(config: World['config'], now = new Date()): World {
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
