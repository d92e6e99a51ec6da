import { Download as DownloadIcon, LoaderCircle } from 'lucide-react'
import { useId } from 'react'
import { NO_FILE, type Download } from '#contract/releases/downloads.ts'
import { Button, type ButtonLook } from '#web/ui/button/button.tsx'

export type Downloading = {
  asked: string | null
  onDownload: (version: Download) => void
}

type Props = Downloading & ButtonLook & { version: Download; label?: string }

/** While a link is asked for, the buttons keep their focus and do nothing. */
export function DownloadButton({ version, label, asked, onDownload, ...look }: Props) {
  const reason = useId()
  const isAsked = asked === version.id
  return (
    <span className="flex flex-col items-end gap-1 max-sm:items-stretch">
      <Button
        {...look}
        aria-label={label}
        disabled={!version.hasFile}
        aria-disabled={asked !== null}
        aria-busy={isAsked}
        aria-describedby={version.hasFile ? undefined : reason}
        onClick={() => asked === null && onDownload(version)}
      >
        {isAsked ? <LoaderCircle aria-hidden className="animate-spin" /> : <DownloadIcon aria-hidden />}
        {isAsked ? 'Preparing…' : 'Download'}
      </Button>
      {!version.hasFile && (
        <span id={reason} className="text-[13px] text-fg2">
          {NO_FILE}
        </span>
      )}
    </span>
  )
}
