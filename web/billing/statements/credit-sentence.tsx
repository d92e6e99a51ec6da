import { creditWords } from '#contract/billing/statements.ts'
import { toAmount } from '#contract/money.ts'
import { Rand } from '#web/ui/text/rand.tsx'

export const CreditSentence = ({ cents }: { cents: number }) => (
  <>
    <Rand amount={toAmount(Math.abs(cents))} /> {creditWords(cents)}
  </>
)
