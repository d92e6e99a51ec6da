import { licenseFiles } from '#contract/licensing/license-files.ts'
import { useWrite } from '#web/app/api/data.ts'

export const useOfflineRequest = () =>
  useWrite(licenseFiles.offlineRequest, {
    success: ({ file }) => ['License file saved', `${file.fileName} is in your downloads.`],
  })
