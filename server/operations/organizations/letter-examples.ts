import type { Examples, World } from '#server/domain/example-world.ts'
import { organizationReactivated, organizationSuspended } from './letters.ts'

export function organizationExamples({
  config,
  reader,
  words,
}: World): Examples<'organization-suspended' | 'organization-reactivated'> {
  const told = { config, to: reader, organization: words('Acme Mining') }
  return {
    'organization-suspended': { Example: organizationSuspended(told) },
    'organization-reactivated': {
      'With a subscription': organizationReactivated({ ...told, isRunning: true }),
      'Its subscription has ended': organizationReactivated({ ...told, isRunning: false }),
    },
  }
}
