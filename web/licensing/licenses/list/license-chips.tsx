import { X } from 'lucide-react'
import type { LicenseFilter } from '#contract/licensing/licenses.ts'
import { setUrl } from '#web/app/url-state.ts'
import { showInStrip } from '#web/ui/page/strip.ts'
import { useSilentReport } from '../api.ts'
import { useTags } from '../tags/api.ts'

/** Tags beyond these are found by search. */
const TAGS_SHOWN = 8

type Chip = { key: string; text: string; count?: number; isOn: boolean; changes: Record<string, string | null> }

export function useAreChipsKnown() {
  const silent = useSilentReport()
  const tags = useTags()
  return silent.isFetched && tags.isFetched
}

export function LicenseChips({ filter }: { filter: LicenseFilter }) {
  const silent = useSilentReport().data?.silent ?? []
  const tags = useTags().data ?? []
  const chips: Chip[] = [
    ...silent.map(({ days, count }) => ({
      key: `silent ${days}`,
      text: `Not seen ${days}+ days`,
      count,
      isOn: filter.silent === String(days),
      changes: { silent: String(days), tag: null },
    })),
    ...tags
      .slice(0, TAGS_SHOWN)
      .map(({ tag, count }) => ({ key: `tag ${tag}`, text: tag, count, isOn: filter.tag === tag, changes: { tag } })),
    ...(filter.tag && !tags.slice(0, TAGS_SHOWN).some(({ tag }) => tag === filter.tag)
      ? [{ key: 'tag', text: filter.tag, isOn: true, changes: { tag: filter.tag } }]
      : []),
  ].filter(({ count, isOn }: Chip) => count !== 0 || isOn)
  if (!useAreChipsKnown() || chips.length === 0) return null
  return (
    <ul aria-label="Quick filters" className="flex gap-1.5 overflow-x-auto px-5 pb-3 sm:flex-wrap">
      {chips.map(({ key, text, count, isOn, changes }) => (
        <li key={key}>
          <button
            ref={isOn ? showInStrip : undefined}
            type="button"
            aria-pressed={isOn}
            onClick={() => setUrl(isOn ? nothingOf(changes) : changes)}
            className="inline-flex h-7 items-center gap-1.5 rounded-full border px-2.5 text-[13px] whitespace-nowrap hover:bg-sunken aria-pressed:border-transparent aria-pressed:bg-accent-soft aria-pressed:text-accent max-sm:h-10"
          >
            {text}
            {isOn ? (
              <X aria-hidden className="size-3.5" />
            ) : (
              <span className="text-fg2 tabular-nums">{count?.toLocaleString('en-US')}</span>
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}

const nothingOf = (changes: Chip['changes']) => Object.fromEntries(Object.keys(changes).map((name) => [name, null]))
