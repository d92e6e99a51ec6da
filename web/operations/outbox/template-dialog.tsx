import { mailKinds, type MailKind } from '#contract/operations/mail-kinds.ts'
import { audiences } from '#contract/operations/mails.ts'
import type { MailExample } from '#contract/operations/outbox.ts'
import { useUrlState } from '#web/app/url-state.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Fact } from '#web/ui/page/fact.tsx'
import { useTemplates } from './api.ts'
import { LetterView } from './letter-view.tsx'
import { stopOf } from './stop-of.ts'

export function TemplateDialog({ kind, onClose }: { kind: MailKind; onClose: () => void }) {
  const templates = useTemplates()
  const { name, when, audience } = mailKinds[kind]
  return (
    <Dialog title={name} description={when} size="wide" onClose={onClose}>
      <div className="grid gap-4">
        <dl className="grid gap-3 sm:grid-cols-2">
          <Fact label="Who gets it">{audiences[audience].to}</Fact>
          <Fact label="How to turn it off">{stopOf(kind)}</Fact>
        </dl>
        <Loaded query={templates} failure="Failed to load the templates. Please try again.">
          {(all) => <Examples examples={all.find((template) => template.kind === kind)?.examples ?? []} />}
        </Loaded>
      </div>
    </Dialog>
  )
}

function Examples({ examples }: { examples: MailExample[] }) {
  const [wanted, choose] = useUrlState('example')
  const chosen = examples.find(({ label }) => label === wanted) ?? examples[0]
  if (!chosen) return null
  return (
    <>
      {examples.length > 1 && (
        <Select
          aria-label="Example"
          className="w-80 max-w-full"
          options={examples.map(({ label }) => ({ value: label, label }))}
          value={chosen.label}
          onChange={({ target }) => choose(target.value)}
        />
      )}
      <dl className="grid gap-3 sm:grid-cols-2">
        <Fact label="Subject">{chosen.subject}</Fact>
        <Fact label="To">{chosen.to}</Fact>
      </dl>
      <LetterView {...chosen} />
    </>
  )
}
