import { FileUp, type LucideIcon } from 'lucide-react'
import { useState, type ComponentProps, type ReactNode, type SyntheticEvent } from 'react'
import { Field, type LabeledField } from './field.tsx'

type Props = LabeledField & {
  accept: string
  placeholder: ReactNode
  onPick?: (file: File | undefined) => void
}

/** The form reads the file when it is submitted. */
export function FileField({ name, label, help, fieldClass, accept, placeholder, onPick }: Props) {
  const [fileName, setFileName] = useState('')
  const pick = ([file]: File[]) => {
    setFileName(file?.name ?? '')
    onPick?.(file)
  }
  return (
    <Field name={name} label={label} help={help} className={fieldClass}>
      {(control) => (
        <FileBox {...control} accept={accept} onPick={pick}>
          {fileName || <span className="text-fg2">{placeholder}</span>}
        </FileBox>
      )}
    </Field>
  )
}

type BoxProps = ComponentProps<'input'> & { icon?: LucideIcon; onPick: (files: File[]) => void }

/** The browser reports no choice of the same file, although it may have been changed since it was refused. */
function takeSameAgain({ currentTarget: input }: SyntheticEvent<HTMLInputElement>) {
  const chosen = new DataTransfer()
  for (const file of input.files ?? []) chosen.items.add(file)
  input.value = ''
  input.oncancel = () => (input.files = chosen.files)
}

/** The invisible native control covers the box, so that clicks, keys and dropped files reach it. */
export const FileBox = ({ icon: Icon = FileUp, onPick, children, ...input }: BoxProps) => (
  <span className="relative flex min-h-12 items-center gap-2.5 rounded-md border border-dashed border-input bg-sunken px-3 py-2 has-focus-visible:outline-2 has-focus-visible:outline-accent has-aria-invalid:border-danger">
    <Icon aria-hidden className="size-4 shrink-0 text-fg2" />
    <span className="min-w-0 truncate">{children}</span>
    <input
      {...input}
      type="file"
      onClick={takeSameAgain}
      onDrop={(event) => event.dataTransfer.files.length > 0 && takeSameAgain(event)}
      onChange={({ target }) => onPick([...(target.files ?? [])])}
      className="absolute inset-0 cursor-pointer opacity-0"
    />
  </span>
)
