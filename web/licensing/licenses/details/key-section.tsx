import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { isHiddenKey, type License } from '#contract/licensing/licenses.ts'
import { showCopied, showCopyFailed } from '#web/app/words/copy-toasts.ts'
import { Button } from '#web/ui/button/button.tsx'
import { CopyButton } from '#web/ui/button/copy-button.tsx'
import { Section } from './section.tsx'

/** Hidden at first, so that the key does not show on a shared screen. */
export function KeySection({ license: { licenseKey, label } }: { license: License }) {
  const [isShown, setShown] = useState(false)
  if (isHiddenKey(licenseKey))
    return (
      <Section title="License key">
        <code className="font-mono text-[13px] break-all">{licenseKey}</code>
        <p className="mt-1 text-fg2">Hidden while you view the portal as a customer.</p>
      </Section>
    )
  return (
    <Section title="License key">
      <div className="flex items-center gap-1 rounded-md border bg-sunken py-1 pr-1 pl-3">
        <code className="min-w-0 flex-1 font-mono text-[13px] break-all">
          {isShown ? licenseKey : hide(licenseKey)}
        </code>
        <Button
          variant="ghost"
          size="icon"
          aria-label={isShown ? 'Hide key' : 'Show key'}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
        </Button>
        <CopyButton
          value={licenseKey}
          label={`Copy key of ${label}`}
          onCopied={() => showCopied('License key')}
          onFailed={showCopyFailed}
        />
      </div>
    </Section>
  )
}

const hide = (key: string) => key.slice(0, 5) + key.slice(5).replace(/[^-]/g, '•')
