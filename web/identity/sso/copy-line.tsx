import { CopyBox } from '#web/app/parts/copy-box.tsx'
import { showCopied } from '#web/app/words/copy-toasts.ts'

type Props = { label: string; value: string; help?: string }

export const CopyLine = ({ label, value, help }: Props) => (
  <div className="grid gap-1.5">
    <span className="font-medium">{label}</span>
    <CopyBox value={value} label={`Copy ${label}`} onCopied={() => showCopied(label)} />
    {help && <p className="text-[13px] text-fg2">{help}</p>}
  </div>
)
