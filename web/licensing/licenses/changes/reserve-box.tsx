import { Checkbox } from '#web/ui/form/checkbox.tsx'

type Props = { isChecked: boolean; onChange: (isChecked: boolean) => void; label: string }

export const ReserveBox = ({ isChecked, onChange, label }: Props) => (
  <label className="mt-2 flex min-h-6 items-center gap-2.5 max-sm:min-h-10">
    <Checkbox checked={isChecked} onChange={({ target }) => onChange(target.checked)} />
    <span className="min-w-0 wrap-anywhere">{label}</span>
  </label>
)
