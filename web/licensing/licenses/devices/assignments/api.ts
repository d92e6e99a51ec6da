import { assignments } from '#contract/licensing/assignments.ts'
import { useWrite } from '#web/app/api/data.ts'
import { keepLicenses, refresh } from '#web/licensing/licenses/api.ts'

export const useAssignDevices = () =>
  useWrite(assignments.create, {
    failure: 'Failed to assign the devices',
    refresh,
    keep: (results) => keepLicenses(results.flatMap(({ license }) => license ?? [])),
  })
