import { personalData } from '#contract/identity/personal-data.ts'
import { useWrite } from '#web/app/api/data.ts'
import { refetch } from '#web/app/api/query-client.ts'

export const useEraseUser = () =>
  useWrite(personalData.erase, {
    success: ['Personal Data Erased', 'Name, address and sign-in data are gone.'],
    failure: 'Erasing Failed',
    // Any screen may show the name.
    keep: () => refetch({}),
  })
