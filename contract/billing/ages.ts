/** Days overdue: not yet due, 1–30, 31–60, 61–90, over 90. */
export const AGES = ['current', 'days30', 'days60', 'days90', 'older'] as const
export type Age = (typeof AGES)[number]
