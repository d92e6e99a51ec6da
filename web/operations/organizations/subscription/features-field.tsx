import { useState } from 'react'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { useRead } from '#web/app/api/data.ts'
import { useSetDirty } from '#web/ui/dialog/dialog-state.ts'
import { Button } from '#web/ui/button/button.tsx'
import { commaSeparated } from '#web/ui/form/form-values.ts'
import { TextField } from '#web/ui/form/text-field.tsx'

const OFFERED = 8

/** Offers the features of other subscriptions, so that each has one spelling. */
export function FeaturesField({ start }: { start: readonly string[] }) {
  const [typed, setTyped] = useState(start.join(', '))
  const setDirty = useSetDirty()
  const known = useRead(subscriptions.features).data ?? []
  const chosen = commaSeparated(typed)
  const offered = known.filter(({ feature }) => !chosen.includes(feature)).slice(0, OFFERED)
  const add = (feature: string) => {
    setTyped([...chosen, feature].join(', '))
    setDirty(true)
  }
  return (
    <div className="grid gap-2">
      <TextField
        name="features"
        label="Features (optional)"
        help="Names that the application asks for, separated by commas, such as cad-export. Devices follow with their next check-in."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <ul aria-label="Features of other subscriptions" className="flex flex-wrap gap-1.5 empty:hidden">
        {offered.map(({ feature }) => (
          <li key={feature}>
            <Button size="small" aria-label={`Add ${feature}`} onClick={() => add(feature)}>
              + {feature}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
