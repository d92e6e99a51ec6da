import { billingExamples } from './billing.ts'
import { customerExamples } from './customers.ts'
import { deviceExamples } from './devices.ts'
import type { Examples } from './example.ts'
import { licenseExamples } from './licenses.ts'
import { releaseExamples } from './releases.ts'
import { ticketExamples } from './tickets.ts'
import { webhookExamples } from './webhooks.ts'

/** Bodies and answers of the calls that programs make, by operation. Tests check them against the contract. */
export const EXAMPLES: Examples = {
  ...licenseExamples,
  ...deviceExamples,
  ...customerExamples,
  ...billingExamples,
  ...ticketExamples,
  ...releaseExamples,
  ...webhookExamples,
}
