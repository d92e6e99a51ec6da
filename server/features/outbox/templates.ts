import { MAIL_KINDS } from '#contract/mail-kinds.ts'
import type { MailTemplate } from '#contract/outbox.ts'
import { accountExamples } from '#server/features/account/letter-examples.ts'
import { billingExamples } from '#server/features/billing-mails/letter-examples.ts'
import { releaseExamples } from '#server/features/files/letter-examples.ts'
import { organizationExamples } from '#server/features/organizations/letter-examples.ts'
import { sessionExamples } from '#server/features/session/letter-examples.ts'
import { teamExamples } from '#server/features/team/letter-examples.ts'
import { ticketExamples } from '#server/features/tickets/letter-examples.ts'
import { userExamples } from '#server/features/users/letter-examples.ts'
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
