import { MAIL_KINDS } from '#contract/operations/emails/mail-kinds.ts'
import type { MailTemplate } from '#contract/operations/outbox.ts'
import { billingExamples } from '#server/billing/public.ts'
import { createWorld, type Examples, type ExampleData } from '#server/domain/example-data.ts'
import {
  accountExamples,
  apiTokenExamples,
  passkeyExamples,
  sessionExamples,
  ssoExamples,
  teamExamples,
  userExamples,
} from '#server/identity/public.ts'
import { organizationExamples } from '#server/operations/organizations/emails.ts'
import { webhookExamples } from '#server/operations/webhooks/delivery/emails.ts'
import { releaseExamples } from '#server/releases/public.ts'
import { ticketExamples } from '#server/support/public.ts'

/** Does not compile if a kind has no example. */
export const everyExample = (world: ExampleData): Examples<MailTemplate['kind']> => ({
  ...sessionExamples(world),
  ...accountExamples(world),
  ...passkeyExamples(world),
  ...apiTokenExamples(world),
  ...webhookExamples(world),
  ...userExamples(world),
  ...ssoExamples(world),
  ...teamExamples(world),
  ...billingExamples(world),
  ...organizationExamples(world),
  ...ticketExamples(world),
  ...releaseExamples(world),
})

export function readTemplates(config: ExampleData['config']): MailTemplate[] {
  const examples = everyExample(createWorld(config))
  return MAIL_KINDS.map((kind) => ({
    kind,
    examples: Object.entries(examples[kind]).map(([label, email]) => ({ label, ...email })),
  }))
}
