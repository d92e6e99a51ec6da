import { showCopied } from '#web/app/words/copy-toasts.ts'
import { CopyBox } from './copy-box.tsx'
import { useLastLook } from './last-look.ts'

export const COPY_NOW = 'Copy it now. For security, it is not shown again.'

type Props = { label: string; what: string; value: string }

/** Text that is shown once, to be copied. */
export function Secret({ label, what, value }: Props) {
  const onKept = useLastLook()
  const onCopied = () => {
    onKept()
    showCopied(what)
  }
  return (
    <div className="grid gap-1.5">
      <span className="font-medium">{label}</span>
      <CopyBox value={value} label={`Copy ${what.toLowerCase()}`} onCopied={onCopied} />
    </div>
  )
}
