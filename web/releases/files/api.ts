import { useQuery } from '@tanstack/react-query'
import { audit } from '#contract/operations/audit.ts'
import { downloads, versionName } from '#contract/releases/downloads.ts'
import { NOT_COMPARABLE, files, isComparable } from '#contract/releases/files.ts'
import { readOptions, useRead, useWrite } from '#web/app/api/data.ts'
import { keyOf, refetch } from '#web/app/api/query-client.ts'

export const useVersions = () => useRead(files.versions)

export const useVersionNotes = () => useRead(files.releaseNotes)

export const useUsage = () => useRead(files.usage)

export const useAdoption = () => useRead(files.adoption)

/** Refetched each time, because check-ins change it. */
export const useImpact = (id: string) =>
  useQuery({ ...readOptions(files.impact, { params: { id } }), staleTime: 0, gcTime: 0 })

/** Also refetches the customers' downloads. */
const refresh = [files.versions, downloads.list, audit.list]

/** Refetches after a conflict. */
export const refreshVersions = () => refetch({ queryKey: keyOf(files.versions) })

export const UPLOAD_FAILED = 'Upload failed'

export const useCreateDraft = () =>
  useWrite(files.upload, {
    success: (version) => [
      'File uploaded',
      `${versionName(version)} is a draft. Publish it when it is ready.${isComparable(version.version) ? '' : ` ${NOT_COMPARABLE}.`}`,
    ],
    failure: UPLOAD_FAILED,
    refresh,
    reread: refreshVersions,
  })

export const useAddFile = () =>
  useWrite(files.change, {
    success: (version) => [
      'File uploaded',
      version.isActive
        ? `${versionName(version)} can be downloaded.`
        : `${versionName(version)} is a draft with this file.`,
    ],
    failure: UPLOAD_FAILED,
    refresh,
    reread: refreshVersions,
  })

export const useSetActive = () =>
  useWrite(files.change, {
    success: ({ version, isActive }) => [
      'Version updated',
      isActive
        ? `${version} is offered to customers.`
        : `${version} left downloads and update feeds. No device is downgraded.`,
    ],
    failure: 'Update failed',
    refresh,
    reread: refreshVersions,
  })

export const useChangeOffer = () =>
  useWrite(files.change, {
    success: ({ version, rolloutPercent }) => [
      'Version updated',
      `The rollout of ${version} is at ${rolloutPercent}%.`,
    ],
    failure: 'Update failed',
    refresh,
    reread: refreshVersions,
  })

export const useSetLatest = () =>
  useWrite(files.setLatest, {
    success: ({ version }) => ['Latest version set', `Customers are offered ${version} first.`],
    failure: 'Update failed',
    refresh,
    reread: refreshVersions,
  })
