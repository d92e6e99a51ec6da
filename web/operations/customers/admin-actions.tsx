import { useState } from 'react'
import { Link } from 'wouter'
import { canReactivate } from '#contract/operations/organizations.ts'
import { links } from '#web/app/links.ts'
import { useOrganizationBilling } from '#web/identity/organization-list/api.ts'
import { OrganizationDialog } from '#web/operations/organizations/parts.tsx'
import { Button, buttonClass } from '#web/ui/button/button.tsx'

type OpenDialog = 'edit' | 'suspend' | 'reactivate'

/** Agents read; only admins act on an organization. */
export function AdminActions({ id }: { id: string }) {
  const organization = useOrganizationBilling(id).data?.organization
  const [opened, open] = useState<OpenDialog | null>(null)
  if (!organization) return null
  const isSuspended = canReactivate(organization)
  return (
    <>
      <Link href={links.organization(id)} className={buttonClass()}>
        Open Billing
      </Link>
      <Button onClick={() => open('edit')}>Edit</Button>
      <Button onClick={() => open(isSuspended ? 'reactivate' : 'suspend')}>
        {isSuspended ? 'Reactivate' : 'Suspend'}
      </Button>
      {opened && <OrganizationDialog action={opened} organization={organization} onClose={() => open(null)} />}
    </>
  )
}
