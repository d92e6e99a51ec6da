import type { Billed } from './billed.ts'

/** Highveld Civils, in the list of customers. */
const PLACE = 8
const TOO_MUCH = 50_000

/** One customer paid too much for the period before the running one, and less for the next, which that credit helped to pay. */
export function overpay(renewals: Billed[], place: number): Billed[] {
  if (place !== PLACE) return renewals
  const paid = renewals.filter(({ moves }) => moves.at(-1)?.to === 'paid')
  const [before, after] = paid.slice(-2)
  return renewals.map((billed) => {
    const [payment] = billed.money
    if (!payment) return billed
    const { amountCents, at } = payment
    if (billed === before) {
      const kept = { kind: 'credit_kept', amountCents: -TOO_MUCH, at } as const
      return { ...billed, money: [{ ...payment, amountCents: amountCents + TOO_MUCH }, kept] }
    }
    if (billed !== after) return billed
    const used = { kind: 'credit_used', amountCents: TOO_MUCH, at: billed.moves[0].at } as const
    return { ...billed, money: [used, { ...payment, amountCents: amountCents - TOO_MUCH }] }
  })
}
