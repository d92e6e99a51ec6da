import { personalData } from '#contract/identity/personal-data.ts'
import { users } from '#contract/identity/users.ts'
import { audit } from '#contract/operations/audit.ts'
import { useWrite } from '#web/app/api/data.ts'

export const useEraseUser = () =>
  useWrite(personalData.erase, {
    success: ['Personal Data Erased', 'The portal no longer knows this person.'],
    failure: 'Erasing Failed',
    refresh: [users.list, users.read, users.summary, audit.list],
  })
