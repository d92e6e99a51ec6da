import { MAIL_GROUPS, MAIL_KINDS, mailKinds, type MailKind } from '#contract/operations/emails/mail-kinds.ts'
import { audiences, notificationNames } from '#contract/operations/emails/mails.ts'
import type { MailExample } from '#contract/operations/outbox.ts'
import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { Fact } from '#web/ui/page/fact.tsx'
import { useTemplates } from './api.ts'
import { EmailView } from './email-view.tsx'

/** All kinds of emails, by subject area. */
export function TemplatesTab() {
  const [openKind, open] = useUrlState('template', { push: true })
  const opened = MAIL_KINDS.find((kind) => kind === openKind)
  return (
    <>
      <div className="grid gap-4">
        {MAIL_GROUPS.map((group) => (
          <Card key={group} title={group} flush>
            <ul className="divide-y border-t">
              {MAIL_KINDS.filter((kind) => mailKinds[kind].group === group).map((kind) => (
                <TemplateRow key={kind} kind={kind} onOpen={() => open(kind)} />
              ))}
            </ul>
          </Card>
        ))}
      </div>
      {opened && (
        <TemplateDialog
          key={opened}
          kind={opened}
          onClose={() => setUrl({ template: null, example: null, view: null })}
        />
      )}
    </>
  )
}

function TemplateRow({ kind, onOpen }: { kind: MailKind; onOpen: () => void }) {
  const { name, when, audience } = mailKinds[kind]
  return (
    <li className="grid gap-x-6 gap-y-1 px-5 py-3 md:grid-cols-[15rem_minmax(0,1fr)_12rem]">
      <div>
        <button
          type="button"
          onClick={onOpen}
          className="text-left font-medium hover:underline max-sm:min-h-10 max-sm:w-full"
        >
          {name}
        </button>
      </div>
      <div className="min-w-0">
        <p>{when}</p>
        <p className="text-[13px] text-fg2">To: {audiences[audience].to}</p>
      </div>
      <p className="text-[13px] text-fg2 md:text-right">{stopOf(kind)}</p>
    </li>
  )
}

function TemplateDialog({ kind, onClose }: { kind: MailKind; onClose: () => void }) {
  const templates = useTemplates()
  const { name, when, audience } = mailKinds[kind]
  return (
    <Dialog title={name} description={when} size="wide" onClose={onClose}>
      <div className="grid gap-4">
        <dl className="grid gap-3 sm:grid-cols-2">
          <Fact label="Who gets it">{audiences[audience].to}</Fact>
          <Fact label="How to turn it off">{stopOf(kind)}</Fact>
        </dl>
        <Loaded query={templates} failure={notLoaded('the templates')}>
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
      <EmailView {...chosen} />
    </>
  )
}

function stopOf(kind: MailKind) {
  const { stoppedBy } = mailKinds[kind]
  return stoppedBy ? `Switch: ${notificationNames[stoppedBy]}` : 'Always sent'
}
