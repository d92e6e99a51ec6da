import { useRef, useState, type KeyboardEvent } from 'react'
import { CUSTOMER_CHOICES } from '#contract/support/ticket-fields.ts'
import { Button } from '#web/ui/button/button.tsx'
import { focusOnShow } from '#web/ui/dialog/focus-on-show.ts'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { useCustomers } from '../api.ts'

type Customer = { id: string; name: string; email: string; organizationName: string }

/** A pause in typing, in milliseconds. */
const PAUSE = 200

type Props = {
  /** The chosen customer as JSON, for a draft. */
  value: string
  onChange: (value: string) => void
}

/** Staff open tickets for customers, for example after a call. */
export function CustomerField({ value, onChange }: Props) {
  const [takesFocus, setTakesFocus] = useState(false)
  const choose = (customer?: Customer) => {
    setTakesFocus(true)
    onChange(customer ? JSON.stringify(customer) : '')
  }
  return value ? (
    <Chosen {...(JSON.parse(value) as Customer)} takesFocus={takesFocus} onChange={() => choose()} />
  ) : (
    <Choice onChoose={choose} takesFocus={takesFocus} />
  )
}

type ChosenProps = Customer & { takesFocus: boolean; onChange: () => void }

const Chosen = ({ id, name, organizationName, email, takesFocus, onChange }: ChosenProps) => (
  <fieldset className="min-w-0">
    <legend className="mb-1.5 font-medium">Customer</legend>
    <div className="flex items-center gap-3 rounded-md border border-input px-3 py-2">
      <CustomerFacts {...{ name, organizationName, email }} />
      <input type="hidden" name="customerId" value={id} />
      <Button ref={takesFocus ? focusOnShow : undefined} size="small" onClick={onChange}>
        Change
      </Button>
    </div>
  </fieldset>
)

const CustomerFacts = ({ name, organizationName, email }: Omit<Customer, 'id'>) => (
  <span className="min-w-0 flex-1 text-left wrap-anywhere">
    <span className="block font-medium">{name}</span>
    <span className="block text-[13px] text-fg2">
      {organizationName} · {email}
    </span>
  </span>
)

/** A name that was typed but not chosen has no customer id, so the error is shown here. */
function Choice({ onChoose, takesFocus }: { onChoose: (customer: Customer) => void; takesFocus: boolean }) {
  const { asked, ask } = usePausedText()
  return (
    <div className="grid gap-2">
      <Field name="customerId" label="Customer">
        {(control) => (
          <Input
            {...control}
            ref={takesFocus ? focusOnShow : undefined}
            autoComplete="off"
            placeholder="Name, email or organization"
            onChange={({ target }) => ask(target.value)}
            onKeyDown={keepFromSending}
          />
        )}
      </Field>
      <div className="flex h-44 flex-col gap-1">
        <Found search={asked} onChoose={onChoose} />
      </div>
    </div>
  )
}

function Found({ search, onChoose }: { search: string; onChoose: (customer: Customer) => void }) {
  const found = useCustomers(search)
  const isCut = found.data && found.data.length >= CUSTOMER_CHOICES
  return (
    <>
      <Loaded
        query={found}
        failure={notLoaded('the customers')}
        skeleton={<SkeletonRows rows={2} />}
        empty={<output className="text-[13px] text-fg2">No customers found.</output>}
      >
        {(customers) => (
          <ul aria-label="Customers" className="min-h-0 divide-y overflow-y-auto rounded-md border">
            {customers.map((customer) => (
              <li key={customer.id}>
                <button
                  type="button"
                  onClick={() => onChoose(customer)}
                  className="flex w-full px-3 py-2 -outline-offset-2 hover:bg-sunken"
                >
                  <CustomerFacts {...customer} />
                </button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <output className="text-[13px] text-fg2">
        {isCut && `The first ${CUSTOMER_CHOICES}. Type more to find others.`}
      </output>
    </>
  )
}

function usePausedText() {
  const [asked, setAsked] = useState('')
  const timer = useRef(0)
  const ask = (text: string) => {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setAsked(text.trim()), PAUSE)
  }
  return { asked, ask }
}

const keepFromSending = (event: KeyboardEvent) => event.key === 'Enter' && event.preventDefault()
