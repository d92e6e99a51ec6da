import { audit } from '#contract/operations/audit.ts'
import { downloads } from '#contract/releases/downloads.ts'
import { files } from '#contract/releases/files.ts'
import type { Input } from '#web/app/api/call.ts'
import { useNewest } from '#web/app/api/changed-values.ts'
import { readOptions, useWrite } from '#web/app/api/data.ts'
import { queryClient, refetch } from '#web/app/api/query-client.ts'
import { refreshVersions } from '../api.ts'

export const useWriteNotes = () =>
  useWrite(files.writeNotes, {
    success: ({ version }) => ['Release notes created', `They are shown while ${version} is the latest.`],
    failure: 'Failed to create release notes',
    refresh: [files.versions, files.releaseNotes, downloads.releaseNotes, audit.list],
    ...useNewest(
      ({ body }: Input<typeof files.writeNotes>) => body.versionId,
      async (id) => {
        const { queryKey } = readOptions(files.releaseNotes)
        await Promise.all([refreshVersions(), refetch({ queryKey })])
        return queryClient.getQueryData(queryKey)?.find(({ versionId }) => versionId === id)
      },
    ),
  })
