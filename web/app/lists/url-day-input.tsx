import { setUrl } from '#web/app/url-state.ts'
import { Input } from '#web/ui/form/input.tsx'

/** A day kept in the address as `name`. */
export const UrlDayInput = ({ label, name, value }: { label: string; name: string; value: string | undefined }) => (
  <label className="min-w-0 gap-2 sm:flex sm:items-center">
    <span className="text-[13px] text-fg2">{label}</span>
    <Input
      type="date"
      value={value ?? ''}
      onChange={({ target }) => setUrl({ [name]: target.value })}
      className="sm:w-36"
    />
  </label>
)
