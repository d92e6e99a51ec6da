import { Download } from 'lucide-react'
import { useProductName } from '#web/app/api/config.ts'
import { useLastLook } from '#web/app/parts/last-look.ts'
import { showCopied, showCopyFailed } from '#web/app/words/copy-toasts.ts'
import { Button } from '#web/ui/button/button.tsx'
import { onceFor } from '#web/ui/button/once-for.ts'
import { CopyButton } from '#web/ui/button/copy-button.tsx'
import { saveText } from '#web/ui/button/save-text.ts'
import { focusOnShow } from '#web/ui/dialog/focus-on-show.ts'

export const KEEP_CODES =
  'Use each code once if you don’t have your phone. Keep them somewhere safe: they are not shown again.'

export function BackupCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const productName = useProductName()
  const text = codes.join('\n')
  const onKept = useLastLook()
  const onCopied = () => {
    onKept()
    showCopied('Codes')
  }
  const save = () => {
    onKept()
    saveText('backup-codes.txt', `${productName} backup codes\n\n${text}\n`)
  }
  return (
    <div className="grid gap-4">
      <ol
        aria-label="Backup codes"
        className="grid gap-y-2 rounded-md border bg-sunken px-4 py-3 text-center font-mono"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-2">
        <CopyButton value={text} label="Copy codes" onCopied={onCopied} onFailed={showCopyFailed} />
        <Button onClick={save}>
          <Download aria-hidden />
          Download
        </Button>
        <Button variant="primary" className="ml-auto" ref={focusOnShow} onClick={onceFor(onDone)}>
          I have saved them
        </Button>
      </div>
    </div>
  )
}
