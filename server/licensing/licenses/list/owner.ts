import { ORGANIZATION_REQUIRED } from '#contract/licensing/changes.ts'
import { isAdmin } from '#contract/roles.ts'
import type { Reader } from '#server/platform/http/access.ts'
import { badRequest } from '#server/platform/http/errors.ts'

/** For whom something is created. An admin says it; for everyone else what the body says does not count. */
export function ownerOf({ role, organizationId }: Reader, wanted: string | undefined) {
  const owner = isAdmin(role) ? wanted : organizationId
  if (!owner) throw badRequest(ORGANIZATION_REQUIRED, { organizationId: ORGANIZATION_REQUIRED })
  return owner
}
