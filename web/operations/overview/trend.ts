import { daysBetween } from '#contract/dates.ts'

type Measured = { day: string; value: number }

/** How a number of things has changed since the first day there is: '+3 in 30 days'. Nothing without an earlier day. */
export const countTrend = (values: readonly Measured[]) => compare(values, (change) => signed(change, String))

/** The same of money, in rand: '12.5 % more than 30 days ago'. */
export const moneyTrend = (values: readonly Measured[]) =>
  compare(values, (change, before, days) => {
    if (before === 0) return signed(change, (amount) => `R${amount.toFixed(2)}`)
    const percent = Math.abs((change / before) * 100)
    return `${percentOf(percent)} ${change > 0 ? 'more' : 'less'} than ${days === 1 ? 'yesterday' : `${days} days ago`}`
  })

function compare(values: readonly Measured[], words: (change: number, before: number, days: number) => string) {
  const [first, last] = [values[0], values.at(-1)]
  if (!first || !last) return undefined
  const days = daysBetween(first.day, last.day)
  if (days < 1) return undefined
  const change = last.value - first.value
  const since = days === 1 ? 'since yesterday' : `in ${days} days`
  if (change === 0) return `No change ${since}`
  const said = words(change, first.value, days)
  return said.includes(' than ') ? said : `${said} ${since}`
}

/** With a real minus, as wide as the plus. */
const signed = (change: number, format: (amount: number) => string) =>
  `${change > 0 ? '+' : '−'}${format(Math.abs(change))}`

/** A change that there is never reads as none. */
const percentOf = (percent: number) => (percent < 0.1 ? 'Less than 0.1 %' : `${Number(percent.toFixed(1))} %`)
