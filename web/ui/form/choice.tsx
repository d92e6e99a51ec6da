import { useId, type ReactNode } from 'react'

type Props = {
  name: string
  value: string
  label: string
  defaultChecked?: boolean
  children: ReactNode
}

export function Choice({ name, value, label, defaultChecked, children }: Props) {
  const id = useId()
  return (
    <label className="flex gap-3 rounded-lg border p-3 has-checked:border-accent has-checked:bg-sunken">
      <input
        type="radio"
        name={name}
        value={value}
        defaultChecked={defaultChecked}
        aria-describedby={id}
        aria-label={label}
        className="mt-0.5 size-4 shrink-0 accent-accent max-sm:size-5"
      />
      <span className="grid content-start gap-0.5">
        <span className="font-medium">{label}</span>
        <span id={id} className="grid gap-0.5 text-[13px] text-fg2">
          {children}
        </span>
      </span>
    </label>
  )
}
