import { clsx } from 'clsx'
import * as z from 'zod/mini'
import { use, useRef, type ReactNode, type SubmitEvent, type SyntheticEvent } from 'react'
import { Button, type ButtonLook } from '#web/ui/button/button.tsx'
import { CONFIRMED, type Confirmed } from '#web/ui/dialog/confirmed.ts'
import { DialogState } from '#web/ui/dialog/dialog-state.ts'
import { FormErrors, type FieldErrors } from './form-state.ts'
import { fieldErrors, formValues, withoutField, type FormControl } from './form-values.ts'
import { useSending } from './sending.ts'

type Props<Schema extends z.core.$ZodType> = {
  schema: Schema
  onSubmit: (value: z.output<Schema>, confirmed: Confirmed) => unknown
  /** For forms that answer invalid input with a toast. The errors still show under their fields. */
  onInvalid?: (errors: FieldErrors) => void
  submit: string
  /** What the button says while the call is on its way: 'Creating…'. */
  pending?: string
  submitLook?: ButtonLook['variant']
  disabled?: boolean
  cancel?: () => void
  /** What is entered is kept elsewhere: its dialog may close without asking. */
  isKept?: boolean
  /** What is on its way ends when the dialog closes, and takes so long that it may. */
  isStoppable?: boolean
  /** Stands left of the submit button in place of Cancel. */
  secondary?: ReactNode
  className?: string
  children: ReactNode
}

/** Fields are uncontrolled; the schema of the contract decides when the form is sent. */
export function Form<Schema extends z.core.$ZodType>({
  schema,
  onSubmit,
  onInvalid,
  isKept,
  isStoppable,
  ...look
}: Props<Schema>) {
  const form = useRef<HTMLFormElement>(null)
  const dialog = use(DialogState)
  const { errors, setErrors, isPending, isHeld, send } = useSending({ isStoppable })

  const focusOn = (found: FieldErrors) =>
    controlsOf(form.current)
      .find(({ name }) => name in found)
      ?.focus()

  const sendValue = async (value: z.output<Schema>) => {
    const refused = await send(() => onSubmit(value, CONFIRMED))
    if (refused) focusOn(refused)
    else dialog?.setDirty(false)
  }

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    // A dialog's form is a React child of the page's form when it stands inside one; its events are its own.
    event.stopPropagation()
    if (isPending) return
    const result = z.safeParse(schema, formValues(controlsOf(form.current)))
    if (result.success) return void sendValue(result.data)
    const found = fieldErrors(result.error.issues)
    setErrors(found)
    focusOn(found)
    onInvalid?.(found)
  }

  const edit = (event: SyntheticEvent<HTMLFormElement, Event>) => {
    if (!isKept) dialog?.setDirty(true)
    const { name } = event.target as EventTarget & FormControl
    if (name in errors) setErrors(withoutField(errors, name))
  }

  return (
    <form ref={form} noValidate onSubmit={submit} onChange={edit} className={clsx('grid gap-4', look.className)}>
      <FormErrors value={errors}>{look.children}</FormErrors>
      <Footer {...look} isPending={isPending} isHeld={isHeld} />
    </form>
  )
}

const controlsOf = (form: HTMLFormElement | null) => Array.from(form?.elements ?? []) as (HTMLElement & FormControl)[]

type FooterProps = Pick<
  Props<z.core.$ZodType>,
  'submit' | 'pending' | 'submitLook' | 'disabled' | 'cancel' | 'secondary'
>

const Footer = ({
  submit,
  pending,
  submitLook,
  disabled,
  cancel,
  secondary,
  isPending,
  isHeld,
}: FooterProps & { isPending: boolean; isHeld: boolean }) => (
  <div className="col-span-full flex flex-wrap justify-end gap-2">
    {cancel && (
      <Button isPending={isHeld} onClick={cancel}>
        Cancel
      </Button>
    )}
    {secondary}
    <Button
      type="submit"
      variant={submitLook ?? 'primary'}
      disabled={disabled}
      isPending={isPending}
      className={clsx(!cancel && !secondary && 'flex-1')}
    >
      {isPending ? (pending ?? submit) : submit}
    </Button>
  </div>
)
