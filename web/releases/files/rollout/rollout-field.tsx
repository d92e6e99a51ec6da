import { useState } from 'react'
import type { Channel } from '#contract/releases/channels.ts'
import { Button } from '#web/ui/button/button.tsx'
import { useSetDirty } from '#web/ui/dialog/dialog-state.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'

const STEPS = ['5', '25', '50', '100']

/** `devices` run an older version. How many do is not known before the upload, nor for the beta channel. `isWaiting`: it is not the latest. */
type Props = {
  channel: Channel
  isWaiting?: boolean
  before?: number
  devices?: number | undefined
  onPercent?: (percent: string) => void
}

export function RolloutField({ channel, isWaiting = false, before = 100, devices, onPercent }: Props) {
  const [percent, setPercent] = useState(String(before))
  const setDirty = useSetDirty()
  const change = (next: string) => {
    setPercent(next)
    onPercent?.(next)
  }
  const choose = (step: string) => {
    change(step)
    setDirty(true)
  }
  return (
    <Field
      name="rolloutPercent"
      label="Rollout %"
      help={
        <span aria-live="polite">
          {[reach(percent, { channel, isWaiting }), devices !== undefined && reachNow(percent, devices)]
            .filter(Boolean)
            .join(' ')}
        </span>
      }
    >
      {(control) => (
        <div className="flex flex-wrap items-center gap-2">
          <Input
            type="number"
            min="0"
            max="100"
            className="max-w-24"
            value={percent}
            onChange={({ target }) => change(target.value)}
            {...control}
          />
          {STEPS.map((step) => (
            <Button
              key={step}
              size="small"
              className="aria-pressed:border-accent aria-pressed:text-accent"
              aria-pressed={percent === step}
              onClick={() => choose(step)}
            >
              {step}%
            </Button>
          ))}
        </div>
      )}
    </Field>
  )
}

const reachNow = (percent: string, devices: number) => {
  const reached = Math.round((devices * Number(percent)) / 100)
  return reached >= 0 && `Now: ${percent === '100' ? '' : 'about '}${reached} of ${devices} on older versions.`
}

function reach(percent: string, { channel, isWaiting }: Pick<Required<Props>, 'channel' | 'isWaiting'>) {
  const on = channel === 'beta' ? ' on the beta channel' : ''
  const then = isWaiting ? ' once it is the latest' : ''
  if (percent === '100') return `Every device${on} is offered this version${then}.`
  const devices = percent === '0' ? 'No device is' : `About ${percent || '…'} of 100 devices${on} are`
  return `${devices} offered this version${then}. Raising it adds devices, it never takes it from one.`
}

/** `inForce`: what devices must run at least, also by earlier versions. */
export const MinimumField = ({ before, inForce }: { before?: string | null; inForce?: string | null | undefined }) => (
  <TextField
    name="minimumVersion"
    label="Minimum (optional)"
    placeholder="4.0.0"
    defaultValue={before ?? ''}
    help={`Versions below this must update. ${carriedText(before, inForce)}`}
  />
)

const carriedText = (before: string | null | undefined, inForce: string | null | undefined) =>
  inForce && inForce !== before
    ? `An earlier active version asks for ${inForce}: the higher minimum applies.`
    : 'A higher minimum of an earlier active version still applies.'
