import type { ReleaseNotes } from '#contract/releases/downloads.ts'
import { showCopied, showCopyFailed } from '#web/app/words/copy-toasts.ts'
import { CopyButton } from '#web/ui/button/copy-button.tsx'

export const CopyHash = ({ sha256, label }: { sha256: string; label: string }) => (
  <CopyButton value={sha256} label={label} onCopied={() => showCopied('SHA-256')} onFailed={showCopyFailed} />
)

type Props = { notes: ReleaseNotes; shown?: number }

export const ReleaseLists = ({ notes, shown }: Props) => (
  <div className="grid gap-4">
    <List title="New Features" entries={notes.newFeatures} shown={shown} />
    <List title="Improvements" entries={notes.improvements} shown={shown} />
    <List title="Bug Fixes" entries={notes.bugFixes} shown={shown} />
  </div>
)

type ListProps = { title: string; entries: string[]; shown: number | undefined }

function List({ title, entries, shown = entries.length }: ListProps) {
  if (entries.length === 0) return null
  const left = entries.length - shown
  return (
    <section>
      <h3 className="mb-1 text-[13px] font-medium text-fg2">{title}</h3>
      <ul className="grid list-disc gap-1 pl-5 marker:text-fg2">
        {entries.slice(0, shown).map((entry, place) => (
          <li key={place}>{entry}</li>
        ))}
      </ul>
      {left > 0 && <p className="mt-1 pl-5 text-[13px] text-fg2">and {left} more</p>}
    </section>
  )
}
