import { clsx } from 'clsx'
import * as z from 'zod/mini'
import { useRef, type ReactNode, type SubmitEvent, type SyntheticEvent } from 'react'
import { Button, type ButtonLook } from '#web/ui/button/button.tsx'
import { CONFIRMED, type Confirmation } from '#web/ui/dialog/confirmed.ts'
import { useSetDirty } from '#web/ui/dialog/dialog-state.ts'
import { FormErrors, shownAtField, type FieldErrors } from './form-state.ts'
import { fieldErrors, formValues, refusedFields, withoutField, type FormControl } from './form-values.ts'
import { useSending } from './sending.ts'

type Props<Schema extends z.core.$ZodType> = {
  schema: Schema
  onSubmit: (value: z.output<Schema>, confirmed: Confirmation) => unknown
  onInvalid?: (errors: FieldErrors) => void
  submit: string
  pending?: string
  submitLook?: ButtonLook['variant']
  disabled?: boolean
  cancel?: () => void
  /** The input is stored elsewhere, so that the form never makes its dialog ask. */
  isKept?: boolean
  /** A long call that is aborted when the dialog closes. */
  isStoppable?: boolean
  secondary?: ReactNode
  className?: string
  children: ReactNode
}

/** Fields are uncontrolled. The contract's schema validates them on submit. */
export function Form<Schema extends z.core.$ZodType>({
  schema,
  onSubmit,
  onInvalid,
  isKept,
  isStoppable,
  ...look
}: Props<Schema>) {
  const form = useRef<HTMLFormElement>(null)
  const setDirty = useSetDirty()
  const { errors, setErrors, isPending, keepsOpen, send } = useSending({ isStoppable })

  /** Returns whether the form shows an error there. */
  const focusOn = (found: FieldErrors) => {
    const control = controlsOf(form.current).find(({ name }) => name in found)
    control?.focus()
    return control?.hasAttribute('aria-invalid')
  }

  const sendValue = async (value: z.output<Schema>) => {
    const error = await send(() => onSubmit(value, CONFIRMED))
    if (!error) setDirty(false)
    else if (focusOn(refusedFields(error))) shownAtField.add(error)
  }

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    // Events bubble through React portals: a dialog's form inside a page's form must not submit both.
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
    if (!isKept) setDirty(true)
    const { name } = event.target as EventTarget & FormControl
    if (name in errors) setErrors(withoutField(errors, name))
  }

  return (
    <form
      ref={form}
      noValidate
      data-saving={isPending || undefined}
      onSubmit={submit}
      onInput={edit}
      className={clsx('grid gap-4', look.className)}
    >
      <FormErrors value={errors}>{look.children}</FormErrors>
      <Footer {...look} isPending={isPending} keepsOpen={keepsOpen} />
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
  keepsOpen,
}: FooterProps & { isPending: boolean; keepsOpen: boolean }) => (
  <div className="col-span-full flex flex-wrap justify-end gap-2">
    {cancel && (
      <Button isPending={keepsOpen} onClick={cancel}>
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
