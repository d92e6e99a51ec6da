import { useState } from 'react'
import * as z from 'zod/mini'
import { LIMIT_REACHED, LicenseDraft, ORGANIZATION_REQUIRED } from '#contract/licensing/changes.ts'
import {
  BatchCount,
  LABEL_TOO_LONG,
  NUMBER_PLACE,
  fitsItsNumber,
  numberedLabels,
  onlySoMany,
  seatsLeft,
} from '#contract/licensing/creation.ts'
import type { License } from '#contract/licensing/licenses.ts'
import { isQuotaFull } from '#contract/licensing/usage.ts'
import { countOf } from '#contract/quantities.ts'
import { OrganizationField } from '#web/identity/organization-list/parts.tsx'
import { useIsAdmin } from '#web/identity/session/api.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { TextareaField } from '#web/ui/form/fields.tsx'
import type { FieldErrors } from '#web/ui/form/form-state.ts'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import {
  quotaOf,
  readQuotaAgain,
  showCreateFailed,
  useCreateLicense,
  useCreateLicenses,
  useSubscription,
} from '../api.ts'

const count = z.pipe(z.string(), z.transform(Number))
const tooLong = { path: ['label'], error: LABEL_TOO_LONG }
const Draft = z.extend(LicenseDraft, { count: z.pipe(count, BatchCount) }).check(z.refine(fitsItsNumber, tooLong))

const DraftForOrganization = z
  .extend(LicenseDraft, { count: z.pipe(count, BatchCount), organizationId: z.uuid(ORGANIZATION_REQUIRED) })
  .check(z.refine(fitsItsNumber, tooLong))

type Props = {
  onClose: () => void
  /** Called with a single license, whose key is needed next. */
  onCreated: (license: License) => void
}

export function CreateLicenseDialog({ onClose, onCreated }: Props) {
  const isAdmin = useIsAdmin()
  const subscription = useSubscription().data?.subscription
  const quota = subscription ? quotaOf(subscription) : undefined
  const save = useSave(quota)
  const [wanted, setWanted] = useState({ label: '', count: 1 })
  const isFull = quota !== undefined && isQuotaFull(quota)

  return (
    <Dialog
      size="small"
      title="Create License"
      description={
        wanted.count > 1
          ? `Uses ${countOf(wanted.count, 'seat')}. Any device can use each license until you assign one.`
          : 'Uses one seat. Any device can use it until you assign one.'
      }
      onClose={onClose}
    >
      <Form
        schema={isAdmin ? DraftForOrganization : Draft}
        onSubmit={async (draft) => {
          const created = await save(draft)
          if (created === 'many') onClose()
          else if (created) onCreated(created)
        }}
        onInvalid={showInvalid}
        submit={wanted.count > 1 ? `Create ${countOf(wanted.count, 'license')}` : 'Create License'}
        pending="Creating…"
        cancel={onClose}
      >
        {isFull && <Alert tone="warning">All licenses of your plan are in use.</Alert>}
        {isAdmin && <OrganizationField />}
        <TextField
          name="label"
          label="Label"
          placeholder="Reception PC"
          help={namesOf(wanted)}
          onChange={({ target }) => setWanted({ ...wanted, label: target.value.trim() })}
        />
        <TextField
          name="count"
          label="How many"
          inputMode="numeric"
          autoComplete="off"
          defaultValue="1"
          help={quota && seatsAvailable(quota)}
          onChange={({ target }) => setWanted({ ...wanted, count: wholeOr1(target.value) })}
        />
        <TextareaField name="description" label="Description (optional)" rows={3} />
      </Form>
    </Dialog>
  )
}

type Quota = { used: number; limit: number }

/** Checks the quota before sending, and reads it again if it is too small. Returns the license, or 'many'. */
function useSave(quota: Quota | undefined) {
  const one = useCreateLicense()
  const many = useCreateLicenses()
  return async ({ description, count: wanted, ...draft }: z.infer<typeof Draft>) => {
    const isTooMany = quota && wanted > seatsLeft(quota)
    const current = isTooMany ? await readQuotaAgain() : quota
    const left = current && seatsLeft(current)
    if (left !== undefined && wanted > left) {
      showCreateFailed(left === 0 ? LIMIT_REACHED : onlySoMany(left))
      return undefined
    }
    const body = { ...draft, description: description || undefined }
    if (wanted === 1) return one.mutateAsync({ body })
    await many.mutateAsync({ body: { ...body, count: wanted } })
    return 'many' as const
  }
}

const seatsAvailable = (quota: Quota) => {
  const left = seatsLeft(quota)
  return `${countOf(left, 'seat')} available`
}

const wholeOr1 = (text: string) => (BatchCount.safeParse(Number(text)).success ? Number(text) : 1)

function namesOf({ label, count: wanted }: { label: string; count: number }) {
  if (wanted === 1 || !label) return undefined
  const labels = numberedLabels(label, wanted)
  const hint = label.includes(NUMBER_PLACE) ? '' : ` Write ${NUMBER_PLACE} where the number belongs.`
  return `${labels[0]} to ${labels.at(-1)}.${hint}`
}

function showInvalid(errors: FieldErrors) {
  toast({ title: 'Validation error', description: errors.label ?? Object.values(errors)[0], tone: 'destructive' })
}
