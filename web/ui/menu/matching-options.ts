import type { Option } from '#web/ui/form/select.tsx'

/** `hint` distinguishes options and is searched, too. */
export type SearchedOption = Option & { hint?: string }

/** The options that contain every typed word, those that start with the typed text first. */
export function matchingOptions(options: readonly SearchedOption[], typed: string) {
  const text = typed.trim().toLowerCase()
  if (!text) return options
  const words = text.split(/\s+/)
  const matching = options.filter(({ label, hint = '' }) => {
    const searched = `${label}\n${hint}`.toLowerCase()
    return words.every((word) => searched.includes(word))
  })
  const { start = [], other = [] } = Object.groupBy(matching, ({ label }) =>
    label.toLowerCase().startsWith(text) ? 'start' : 'other',
  )
  return [...start, ...other]
}
