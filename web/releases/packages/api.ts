import { audit } from '#contract/operations/audit.ts'
import { packages } from '#contract/releases/packages.ts'
import { useWrite } from '#web/app/api/data.ts'

export const useAddPackage = () =>
  useWrite(packages.add, {
    success: ({ fileName }) => ['Package uploaded', `Velopack finds it as ${fileName}.`],
    failure: 'Upload failed',
    refresh: [audit.list],
  })
