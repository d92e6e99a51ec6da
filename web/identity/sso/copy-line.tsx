import { showCopied, showCopyFailed } from '#web/app/words/copy-toasts.ts'
import { CopyButton } from '#web/ui/button/copy-button.tsx'

type Props = { label: string; value: string; help?: string }

/** Text to enter elsewhere. */
export const CopyLine = ({ label, value, help }: Props) => (
  <div className="grid gap-1.5">
    <span className="font-medium">{label}</span>
    <span className="flex items-center gap-1 rounded-md border bg-sunken py-0.5 pr-1 pl-3">
      <code className="min-w-0 flex-1 py-1 font-mono text-[13px] break-all">{value}</code>
      <CopyButton value={value} label={`Copy ${label}`} onCopied={() => showCopied(label)} onFailed={showCopyFailed} />
    </span>
    {help && <p className="text-[13px] text-fg2">{help}</p>}
  </div>
)
