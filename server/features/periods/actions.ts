import type { Database } from '#server/database/database.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Platform } from '#server/platform/platform.ts'

/** An invoice as far as it moves a subscription. A whole row will do. */
export type PeriodInvoice = {
  id: string
  organizationId: string
  subscriptionId: string | null
  periodStart: string | null
  periodEnd: string | null
}

/** It has become paid. The caller holds its organization. */
export async function settled(_platform: Platform, _tx: Database, _actor: Actor, _invoice: PeriodInvoice) {}

/** It is not paid any longer, and still owed. The caller holds its organization. */
export async function owedAgain(_platform: Platform, _tx: Database, _actor: Actor, _invoice: PeriodInvoice) {}

/** It became void, cancelled or a draft, whether or not it was paid before. The caller holds its organization. */
export async function takenBack(_platform: Platform, _tx: Database, _actor: Actor, _invoice: PeriodInvoice) {}
