import { useMutation, useQuery } from '@tanstack/react-query'
import { downloads, type Download, type DownloadFile } from '#contract/releases/downloads.ts'
import { formatSize } from '#contract/quantities.ts'
import { call } from '#web/app/api/call.ts'
import { readOptions } from '#web/app/api/data.ts'

/** A withdrawn version must not be offered from the cache. */
const ALWAYS_ASKED = { staleTime: 0, gcTime: 0 }

export const useDownloads = () => useQuery({ ...readOptions(downloads.list), ...ALWAYS_ASKED })

export const useReleaseNotes = () => useQuery({ ...readOptions(downloads.releaseNotes), ...ALWAYS_ASKED })

/** Requests a link and starts the browser's download. The page shows failures, not a toast. */
export const useDownload = () =>
  useMutation({
    mutationFn: async ({ id }: Download) => {
      const file = await call(downloads.file, { params: { id } })
      saveFrom(file.downloadUrl)
      return file
    },
    meta: { success: (file) => wordsFor(file as DownloadFile) },
  })

const wordsFor = ({ filename, version, fileSize }: DownloadFile) =>
  ['Download started', `${filename}, version ${version}, ${formatSize(fileSize)}`] as const

/** The page stays even if the link is refused. */
function saveFrom(url: string) {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
