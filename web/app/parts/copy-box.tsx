import { showCopyFailed } from '#web/app/words/copy-toasts.ts'
import { CopyButton } from '#web/ui/button/copy-button.tsx'

type Props = { value: string; label: string; onCopied: () => void }

/** Text to enter elsewhere, with a button that copies it. */
export const CopyBox = ({ value, ...button }: Props) => (
  <span className="flex items-center gap-1 rounded-md border bg-sunken py-0.5 pr-1 pl-3">
    <code className="min-w-0 flex-1 py-1 font-mono text-[13px] break-all">{value}</code>
    <CopyButton {...button} value={value} onFailed={showCopyFailed} />
  </span>
)
