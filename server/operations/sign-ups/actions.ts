import type { SubscriptionDraft } from '#contract/billing/subscriptions/drafts.ts'
import type { TrialDraft } from '#contract/billing/trials.ts'
import { domainOf } from '#contract/identity/domains.ts'
import type { User } from '#contract/identity/session.ts'
import { canActivate } from '#contract/identity/users.ts'
import { monthlyCents, toAmount } from '#contract/money.ts'
import type { SignUp } from '#contract/operations/sign-ups.ts'
import { startBilledSubscription, startTrial, withBillingLock, type BillingLock } from '#server/billing/public.ts'
import type { Database } from '#server/database/database.ts'
import { lockUser } from '#server/domain/users.ts'
import { approveUser, cannotBe, findBlockRefusal } from '#server/identity/public.ts'
import type { Actor } from '#server/platform/actor.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findPlan, findSimilar, findUserOfOrganization } from './queries.ts'

export async function readSignUp(db: Database, id: string): Promise<SignUp> {
  const user = await requirePending(db, id)
  const domain = domainOf(user.email)
  return {
    user,
    domain,
    plan: await readPlan(db, user.organizationId),
    similar: await findSimilar(db, user, domain),
    blockRefusal: await findBlockRefusal(db, domain),
  }
}

async function readPlan(db: Database, organizationId: string) {
  const plan = await findPlan(db, organizationId)
  if (!plan) return null
  const { twelveMonthCents, ...shown } = plan
  return { ...shown, price: toAmount(monthlyCents(twelveMonthCents)) }
}

async function requirePending(db: Database, id: string): Promise<User & { organizationId: string }> {
  const user = await findUserOfOrganization(db, id)
  if (!user?.organizationId) throw notFound('Registration')
  if (!canActivate(user)) throw cannotBe('activated', user)
  return { ...user, organizationId: user.organizationId }
}

/** The sales approval and the subscription, both or neither. */
export const approveSignUp = (platform: Platform, actor: Actor, id: string, draft: SubscriptionDraft) =>
  approveWith(platform, actor, id, (lock) => startBilledSubscription(platform, lock, actor, draft))

export const approveTrial = (platform: Platform, actor: Actor, id: string, draft: TrialDraft) =>
  approveWith(platform, actor, id, (lock) => startTrial(platform, lock, actor, draft))

async function approveWith(
  platform: Platform,
  actor: Actor,
  id: string,
  start: (lock: BillingLock) => Promise<unknown>,
) {
  const { organizationId } = await requirePending(platform.db, id)
  return withBillingLock(platform, organizationId, async (lock) => {
    const user = await lockUser(lock.tx, id)
    if (!canActivate(user)) throw cannotBe('activated', user)
    const approved = await approveUser(platform, lock.tx, actor, user)
    await start(lock)
    return approved
  })
}
