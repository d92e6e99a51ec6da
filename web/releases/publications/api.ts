import { audit } from '#contract/operations/audit.ts'
import { downloads, versionName } from '#contract/releases/downloads.ts'
import { files, type Version } from '#contract/releases/files.ts'
import { publications } from '#contract/releases/publications.ts'
import { useWrite } from '#web/app/api/data.ts'
import { keyOf, refetch } from '#web/app/api/query-client.ts'
import { formatVendorTime } from '#web/app/words/vendor-times.ts'

/** Also refetches the customers' downloads. */
const refresh = [files.versions, downloads.list, downloads.releaseNotes, audit.list]

const reread = () => refetch({ queryKey: keyOf(files.versions) })

export const usePublish = () =>
  useWrite(publications.publish, {
    success: (version) =>
      version.state === 'scheduled'
        ? ['Version scheduled', scheduledText(version)]
        : ['Version published', reachOf(version)],
    failure: 'Not published',
    refresh,
    reread,
  })

const scheduledText = (version: Version) =>
  `${versionName(version)} will be published on ${formatVendorTime(version.publishAt ?? '')}.`

const reachOf = (version: Version) =>
  version.isLatest
    ? `Customers are offered ${version.version} first.`
    : `Customers can download ${versionName(version)}.`

export const useCancelSchedule = () =>
  useWrite(publications.cancel, {
    success: (version) => ['Schedule canceled', `${versionName(version)} is a draft again.`],
    failure: 'Update failed',
    refresh,
    reread,
  })

export const useDeleteDraft = () =>
  useWrite(publications.remove, {
    success: ['Draft deleted', 'Customers never saw it.'],
    failure: 'Not deleted',
    refresh,
    reread,
  })
