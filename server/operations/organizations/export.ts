import { isWanted, type Organization, type OrganizationFilter } from '#contract/operations/organizations.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import type { Sources } from '#server/platform/platform.ts'
import { listOrganizations } from './actions.ts'

export const exportColumns = [
  { key: 'name', header: 'Name' },
  { key: 'contactEmail', header: 'Contact email' },
  { key: 'phone', header: 'Phone' },
  { key: 'address', header: 'Address' },
  { key: 'numberOfLicenses', header: 'Licenses' },
  { key: 'billingType', header: 'Billing type' },
  { key: 'status', header: 'Status' },
  { key: 'subscriptionStatus', header: 'Subscription' },
  { key: 'twelveMonthValue', header: 'Twelve-month value' },
  { key: 'createdAt', header: 'Created' },
  { key: 'updatedAt', header: 'Updated' },
] as const

export async function exportOrganizations({ db, reports }: Sources, actor: Actor, filter: OrganizationFilter) {
  const wanted = (await listOrganizations(reports)).filter(isWanted(filter))
  await audit(db, actor, {
    action: 'organization.exported',
    changes: { filter: [null, filter], organizations: [null, wanted.length] },
  })
  return wanted.map(toRow)
}

const toRow = ({ isActive, ...organization }: Organization) => ({
  ...organization,
  status: isActive ? 'Active' : 'Inactive',
  subscriptionStatus: organization.isTrial ? 'trial' : organization.subscriptionStatus,
})
