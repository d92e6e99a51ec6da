import { and, eq, sql } from 'drizzle-orm'
import { FILE_ENDS_SOON_DAYS } from '#contract/licensing/diagnosis.ts'
import { SILENT_DAYS } from '#contract/licensing/usage.ts'
import { only, type Database } from '#server/database/database.ts'
import { checkIns, licenses } from '#server/database/schema/licensing/licenses.ts'
import { ofLicense } from '#server/domain/licenses.ts'
import type { OwnedRecord } from '#server/domain/organizations.ts'
import { RETURN_DAYS } from '#server/licensing/devices/callers.ts'
import { isSilent } from '#server/licensing/licenses/silence/queries.ts'

export const findCircumstances = (db: Database, { id, organizationId }: OwnedRecord) =>
  db
    .select({
      isSilent: sql<boolean>`coalesce(${isSilent(SILENT_DAYS[0])}, false)`,
      appVersion: checkIns.appVersion,
      callers: checkIns.callers,
      // Old alternations no longer count.
      returns: sql<number>`case when ${checkIns.returnedAt} > now() - make_interval(days => ${RETURN_DAYS}::int)
        then ${checkIns.returns} else 0 end`,
      offlineUntil: licenses.offlineUntil,
      // Ignores files of devices that check in.
      endsSoon: sql<boolean>`coalesce(
        ${licenses.offlineUntil} < now() + make_interval(days => ${FILE_ENDS_SOON_DAYS}::int)
        and (${licenses.offlineUntil} > now() or ${licenses.status} = 'assigned'), false)`,
    })
    .from(licenses)
    .leftJoin(checkIns, ofLicense)
    .where(and(eq(licenses.organizationId, organizationId), eq(licenses.id, id)))
    .then(only)
export type Circumstances = Awaited<ReturnType<typeof findCircumstances>>
