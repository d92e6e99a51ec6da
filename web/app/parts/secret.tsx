import { showCopied, showCopyFailed } from '#web/app/words/copy-toasts.ts'
import { CopyButton } from '#web/ui/button/copy-button.tsx'
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
      <span className="flex items-center gap-1 rounded-md border bg-sunken py-0.5 pr-1 pl-3">
        <code className="min-w-0 flex-1 py-1 font-mono text-[13px] break-all">{value}</code>
        <CopyButton value={value} label={`Copy ${what.toLowerCase()}`} onCopied={onCopied} onFailed={showCopyFailed} />
      </span>
    </div>
  )
}
