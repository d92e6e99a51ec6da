import type { ReportRange } from '#contract/support/support-desk.ts'
import { setUrl } from '#web/app/url-state.ts'
import { today } from '#web/app/words/business-days.ts'
import { Input } from '#web/ui/form/input.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { presetOf, presets, setPreset } from './range.ts'

const CUSTOM = 'custom'

const options = presets.map(({ days, label }) => ({ value: String(days), label }))

export function RangeChoice({ typed, error }: { typed: ReportRange; error: string | undefined }) {
  const preset = String(presetOf(typed))
  const isPreset = options.some(({ value }) => value === preset)
  return (
    <div className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap sm:items-center">
      <Select
        aria-label="Range"
        options={isPreset ? options : [...options, { value: CUSTOM, label: 'Custom range' }]}
        value={isPreset ? preset : CUSTOM}
        onChange={(event) => event.target.value !== CUSTOM && setPreset(Number(event.target.value))}
        className="max-sm:col-span-2 sm:w-44"
      />
      <DayInput label="From" value={typed.from} onChange={(from) => setUrl({ from, to: typed.to })} error={error} />
      <DayInput label="To" value={typed.to} onChange={(to) => setUrl({ from: typed.from, to })} error={error} />
    </div>
  )
}

type DayProps = { label: string; value: string; onChange: (day: string) => void; error: string | undefined }

const DayInput = ({ label, value, onChange, error }: DayProps) => (
  <label className="gap-2 sm:flex sm:items-center">
    <span className="text-[13px] text-fg2">{label}</span>
    <Input
      type="date"
      max={today()}
      value={value}
      aria-invalid={Boolean(error)}
      onChange={(event) => event.target.value && onChange(event.target.value)}
      className="sm:w-36"
    />
  </label>
)
