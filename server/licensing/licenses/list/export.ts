import type * as z from 'zod/mini'
import type { licenses } from '#contract/licensing/licenses.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { type Scope } from '#server/platform/http/access.ts'
import { everyRow } from '#server/platform/http/lists/pages.ts'
import type { Sources } from '#server/platform/platform.ts'
import { countMatching, findLicenses } from './queries.ts'

type Filter = z.output<typeof licenses.export.schema.querystring>

export async function exportLicenses({ db, reports }: Sources, actor: Actor, scope: Scope, filter: Filter) {
  await audit(db, actor, {
    action: 'license.exported',
    organizationId: scope === 'all' ? null : scope.organizationId,
    changes: { filter: [null, filter], licenses: [null, await countMatching(reports, scope, filter)] },
  })
  return everyRow(async (page) => {
    const rows = await findLicenses(reports, scope, { ...filter, ...page })
    return rows.map(({ tags, ...license }) => ({ ...license, tags: tags.join(', ') }))
  })
}

const columns = [
  { key: 'label', header: 'Label' },
  { key: 'description', header: 'Description' },
  { key: 'licenseKey', header: 'License key' },
  { key: 'status', header: 'Status' },
  { key: 'deviceFingerprint', header: 'Device UUID' },
  { key: 'deviceName', header: 'Device name' },
  { key: 'deviceOs', header: 'Operating system' },
  { key: 'billingStatus', header: 'Billing' },
  { key: 'lastCheckIn', header: 'Last check-in' },
  { key: 'createdAt', header: 'Created' },
  { key: 'appVersion', header: 'Version' },
  { key: 'tags', header: 'Tags' },
]

/** The organization is a column only for readers of several. */
export const exportColumns = (scope: Scope) =>
  scope === 'all' ? [{ key: 'organizationName', header: 'Organization' }, ...columns] : columns
