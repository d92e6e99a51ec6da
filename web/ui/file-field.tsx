import { FileUp } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Field, type Labelled } from './field.tsx'

type Props = Labelled & {
  /** '.pdf' */
  accept: string
  /** What the empty field says. */
  placeholder: ReactNode
  onPick?: (file: File | undefined) => void
}

/** The browser's own control lies unseen over the box, so that clicks, keys and dropped files all reach it. */
export function FileField({ name, label, help, fieldClass, accept, placeholder, onPick }: Props) {
  const [fileName, setFileName] = useState('')
  const pick = (file: File | undefined) => {
    setFileName(file?.name ?? '')
    onPick?.(file)
  }
  return (
    <Field name={name} label={label} help={help} className={fieldClass}>
      {(control) => (
        <span className="relative flex min-h-12 items-center gap-2.5 rounded-md border border-dashed border-input bg-sunken px-3 py-2 has-focus-visible:outline-2 has-focus-visible:outline-accent has-aria-invalid:border-danger">
          <FileUp aria-hidden className="size-4 shrink-0 text-fg2" />
          <span className="min-w-0 truncate">{fileName || <span className="text-fg2">{placeholder}</span>}</span>
          <input
            {...control}
            type="file"
            accept={accept}
            onChange={({ target }) => pick(target.files?.[0])}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
        </span>
      )}
    </Field>
  )
}
