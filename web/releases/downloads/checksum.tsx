import type { Download } from '#contract/releases/downloads.ts'
import { showCopied, showCopyFailed } from '#web/app/words/copy-toasts.ts'
import { CopyButton } from '#web/ui/button/copy-button.tsx'
import { CopyHash } from './parts.tsx'

type Props = Pick<Download, 'fileName'> & { sha256: string }

export const Checksum = ({ fileName, sha256 }: Props) => (
  <div className="grid gap-2 border-t pt-3">
    <div className="flex items-center gap-2">
      <p className="min-w-0 flex-1">
        <span className="block text-xs font-medium text-fg2">SHA-256</span>
        <code className="font-mono text-xs break-all">{sha256}</code>
      </p>
      <CopyHash sha256={sha256} label="Copy SHA-256" />
    </div>
    <details className="text-[13px]">
      <summary className="w-fit cursor-pointer py-1 text-fg2 hover:text-fg">Check the file after downloading</summary>
      <p className="mt-1 mb-2 text-fg2">
        Run this in PowerShell. It prints True if the file is complete and unchanged.
      </p>
      <Command command={checkCommand(fileName, sha256)} />
    </details>
  </div>
)

const Command = ({ command }: { command: string }) => (
  <span className="flex items-start gap-1 rounded-md border bg-sunken py-1 pr-1 pl-3">
    <code className="min-w-0 flex-1 py-1.5 font-mono text-xs break-all">{command}</code>
    <CopyButton value={command} label="Copy command" onCopied={() => showCopied('Command')} onFailed={showCopyFailed} />
  </span>
)

/** A line of PowerShell that compares the file in the Downloads folder: True or False. */
export const checkCommand = (fileName: string, sha256: string) =>
  `(Get-FileHash -LiteralPath "$HOME\\Downloads\\${quoted(fileName)}").Hash -eq "${sha256}"`

/** PowerShell interprets these characters inside double quotes, unless a backtick escapes them. */
const quoted = (text: string) => text.replace(/["`$“”„]/g, '`$&')
