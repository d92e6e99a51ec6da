import { MAIL_GROUPS, MAIL_KINDS, mailKinds, type MailKind } from '#contract/operations/mail-kinds.ts'
import { audiences } from '#contract/operations/mails.ts'
import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { Card } from '#web/ui/page/card.tsx'
import { stopOf } from './stop-of.ts'
import { TemplateDialog } from './template-dialog.tsx'

/** Every kind of mail there is, by what it is about. */
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
