import { clsx } from 'clsx'
import { useRef, useState } from 'react'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import type { FeatureCount } from '#contract/billing/subscriptions/features.ts'
import { changedList, changedValues } from '#web/app/api/changed-values.ts'
import { useRead } from '#web/app/api/data.ts'
import { useSetDirty } from '#web/ui/dialog/dialog-state.ts'
import { Button } from '#web/ui/button/button.tsx'
import { TextareaField } from '#web/ui/form/fields.tsx'
import { commaSeparated } from '#web/ui/form/form-values.ts'

const OFFERED = 8

/** Also reads a column or a list that was pasted. */
export const featuresIn = (typed: string) => typed.split(/[;\t\n]/).flatMap(commaSeparated)

/** For a change: undefined if the draft has the same ones. */
export const changedFeatures = (shown: string[], features: string[]) =>
  changedValues({ features: shown }, { features }) && { features, featuresFrom: shown }

/** Suggests the features of other subscriptions, so that each has one spelling. */
export function FeaturesField({ start }: { start: readonly string[] }) {
  const [typed, setTyped] = useState(start.join(', '))
  const field = useRef<HTMLTextAreaElement>(null)
  const setDirty = useSetDirty()
  const { data: known = [], isPending } = useRead(subscriptions.features)
  const chosen = featuresIn(typed)
  const [opened, follow] = useState(start)
  // Someone else has changed them, so the field shows what saving leaves of both changes.
  if (opened.join() !== start.join()) {
    follow(start)
    setTyped(changedList(opened, chosen, start).join(', '))
  }
  const { offered, kept } = suggest(known, chosen, typed)
  const add = (feature: string) => {
    setTyped([...kept, feature].join(', '))
    setDirty(true)
    field.current?.focus()
  }
  return (
    <div className="grid grid-cols-1 gap-2">
      <TextareaField
        ref={field}
        name="features"
        label="Features (optional)"
        rows={2}
        help="Names that the application asks for, separated by commas or on separate lines, such as cad-export. Devices follow with their next check-in."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <ul
        aria-label="Suggested features"
        className={clsx('flex flex-wrap gap-1.5', isPending ? 'min-h-8' : 'empty:hidden')}
      >
        {offered.map((feature) => (
          <li key={feature} className="max-w-full">
            <Button size="small" className="max-w-full" aria-label={`Add ${feature}`} onClick={() => add(feature)}>
              <span className="truncate">+ {feature}</span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A name that is being typed and begins like features in use narrows the offer, and is replaced by the chosen one. */
function suggest(known: readonly FeatureCount[], chosen: readonly string[], typed: string) {
  const others = known.map(({ feature }) => feature).filter((feature) => !chosen.includes(feature))
  const last = chosen.at(-1)
  const isTyping = last !== undefined && typed.endsWith(last) && !known.some(({ feature }) => feature === last)
  const begun = isTyping ? others.filter((feature) => feature.startsWith(last)) : []
  return begun.length > 0
    ? { offered: begun.slice(0, OFFERED), kept: chosen.slice(0, -1) }
    : { offered: others.slice(0, OFFERED), kept: chosen }
}
