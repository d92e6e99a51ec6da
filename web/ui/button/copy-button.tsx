import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from './button.tsx'

const CONFIRMED_FOR = 2000

type Props = { value: string; label: string; onCopied?: () => void; onFailed?: () => void }

/** Confirms in place; the caller shows the toast. */
export function CopyButton({ value, label, onCopied, onFailed }: Props) {
  const [isCopied, setCopied] = useState(false)

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
    } catch {
      // The clipboard requires permission and HTTPS.
      return onFailed?.()
    }
    setCopied(true)
    setTimeout(() => setCopied(false), CONFIRMED_FOR)
    onCopied?.()
  }

  return (
    <Button variant="ghost" size="icon" aria-label={label} title={label} onClick={() => void copy()}>
      {isCopied ? <Check aria-hidden className="text-success-fg" /> : <Copy aria-hidden />}
    </Button>
  )
}
