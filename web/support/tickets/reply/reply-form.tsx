import { clsx } from 'clsx'
import {
  useEffect,
  useRef,
  type InputEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type SubmitEvent,
} from 'react'
import { Field } from '#web/ui/form/field.tsx'
import { FormErrors } from '#web/ui/form/form-state.ts'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { isComposing } from '#web/ui/page/composing.ts'
import { AttachmentsField } from '../attachments/attachments-field.tsx'
import { holdPlace } from './hold-place.ts'
import type { Reply } from './use-reply.ts'

type Props = {
  reply: Reply
  label: string
  help?: ReactNode
  text: Ref<HTMLTextAreaElement>
  onInput?: (event: InputEvent<HTMLTextAreaElement>) => void
  options?: ReactNode
  buttons: ReactNode
  /** Leaves out labels and notes, for the split view. */
  isCompact?: boolean
}

/** The text, its files and its buttons. Internal messages look different from public ones. */
export function ReplyForm({ reply, label, help, text, onInput, options, buttons, isCompact = false }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const { refused } = reply
  useEffect(() => {
    const controls = Array.from(form.current?.elements ?? []) as HTMLInputElement[]
    controls.find(({ name }) => name in refused)?.focus()
  }, [refused])

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void reply.send()
  }

  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event)) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submitFormOf(event)
    else if (event.key === 'Escape' && isCompact) leave(event.currentTarget)
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      {...reply.attachments.dropZone}
      className={clsx(
        'grid min-w-0 scroll-mb-5',
        isCompact ? 'gap-2' : 'gap-3',
        reply.isInternal && 'rounded-lg border border-dashed border-warning bg-warning-bg p-3',
      )}
    >
      <FormErrors value={reply.errors}>
        {options}
        <Field
          name="message"
          label={isCompact ? <span className="sr-only">{label}</span> : label}
          help={!isCompact && help}
          className={isCompact ? 'gap-0!' : ''}
        >
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              placeholder={isCompact ? label : undefined}
              ref={text}
              aria-keyshortcuts="Control+Enter Meta+Enter"
              value={reply.message}
              readOnly={reply.isSending}
              onChange={({ target }) => reply.change({ message: target.value })}
              onInput={onInput}
              onFocus={holdPlace}
              onKeyDown={press}
            />
          )}
        </Field>
        <AttachmentsField attachments={reply.attachments} isCompact={isCompact} />
      </FormErrors>
      <div className="flex flex-wrap items-center justify-end gap-2">
        {!isCompact && <DraftSaved reply={reply} className="mr-auto" />}
        {buttons}
      </div>
    </form>
  )
}

/** Shown while the text would be restored. */
export const DraftSaved = ({ reply, className }: { reply: Reply; className: string }) =>
  isSafe(reply) && <span className={clsx('text-[13px] text-fg2', className)}>Draft saved</span>

const isSafe = ({ isKept, isSending, message }: Reply) => isKept && !isSending && message.trim() !== ''

/** To the subject, where single keys work. The draft stays. */
const leave = (text: HTMLElement) => text.closest('[data-part]')?.querySelector<HTMLElement>('h2')?.focus()

function submitFormOf(event: KeyboardEvent<HTMLTextAreaElement>) {
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}
