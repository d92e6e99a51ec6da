import { useState } from 'react'
import * as z from 'zod/mini'
import { DAY } from '#contract/dates.ts'
import { KEPT_DAYS, MOST_REPLAYED, NOT_RECENT } from '#contract/operations/webhooks.ts'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useReplay } from './api.ts'

const MINUTE = 60_000

const isKept = (value: string) => {
  const age = Date.now() - new Date(value).getTime()
  return age > 0 && age < KEPT_DAYS * DAY
}

const Chosen = z.object({ since: z.string().check(z.refine(isKept, NOT_RECENT)) })

/** In the form of a datetime-local field, in the browser's time zone. */
const localTime = (at: Date) => new Date(at.getTime() - at.getTimezoneOffset() * MINUTE).toISOString().slice(0, 16)

export function ReplayForm({ id, onClose }: { id: string; onClose: () => void }) {
  const { mutateAsync } = useReplay()
  const [yesterday] = useState(() => localTime(new Date(Date.now() - DAY)))
  const replay = async ({ since }: z.infer<typeof Chosen>) => {
    await mutateAsync({ params: { id }, body: { since: new Date(since).toISOString() } })
    onClose()
  }
  return (
    <Form schema={Chosen} onSubmit={replay} submit="Replay Events" cancel={onClose}>
      <p>
        The events since this time are sent again, also those from when the webhook was off: the oldest{' '}
        {MOST_REPLAYED.toLocaleString('en')}. Events keep their ids, so a receiver can skip those it knows.
      </p>
      <TextField name="since" label="Events Since" type="datetime-local" defaultValue={yesterday} />
    </Form>
  )
}
