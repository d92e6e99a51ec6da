import { MAIL_KINDS } from '#contract/operations/mail-kinds.ts'
import type { MailTemplate } from '#contract/operations/outbox.ts'
import { billingExamples } from '#server/billing/billing-mails/letter-examples.ts'
import { accountExamples } from '#server/identity/account/letter-examples.ts'
import { sessionExamples } from '#server/identity/session/letter-examples.ts'
import { teamExamples } from '#server/identity/team/letter-examples.ts'
import { userExamples } from '#server/identity/users/letter-examples.ts'
import { organizationExamples } from '#server/operations/organizations/letter-examples.ts'
import { releaseExamples } from '#server/releases/files/letter-examples.ts'
import { ticketExamples } from '#server/support/tickets/letter-examples.ts'
import { createWorld, type Examples, type World } from './world.ts'

/** A kind that no feature has an example of does not compile. */
export const everyExample = (world: World): Examples<MailTemplate['kind']> => ({
  ...sessionExamples(world),
  ...accountExamples(world),
  ...userExamples(world),
  ...teamExamples(world),
  ...billingExamples(world),
  ...organizationExamples(world),
  ...ticketExamples(world),
  ...releaseExamples(world),
})

/** What the builders write about a customer that does not exist, in the order of the contract. */
export function readTemplates(config: World['config']): MailTemplate[] {
  const examples = everyExample(createWorld(config))
  return MAIL_KINDS.map((kind) => ({
    kind,
    examples: Object.entries(examples[kind]).map(([label, letter]) => ({ label, ...letter })),
  }))
}
