import * as z from 'zod/mini'
import { Domain } from '#contract/identity/domains.ts'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useBlockDomain } from './api.ts'

const schema = z.object({ domain: Domain })

export function BlockDomainDialog({ onClose }: { onClose: () => void }) {
  const { mutateAsync } = useBlockDomain()
  const save = async (body: z.output<typeof schema>, confirmed: Confirmation) => {
    await mutateAsync({ body, confirmed })
    onClose()
  }
  return (
    <Dialog
      size="small"
      title="Block a Domain"
      description="New registrations from it, and from everything below it, are refused. The sign-up page names your sales address instead."
      onClose={onClose}
    >
      <Form schema={schema} onSubmit={save} submit="Block Domain" pending="Blocking…" cancel={onClose}>
        <TextField name="domain" label="Domain" placeholder="example.com" autoComplete="off" />
      </Form>
    </Dialog>
  )
}
