import * as z from 'zod/mini'
import { versionName } from '#contract/releases/downloads.ts'
import type { Version } from '#contract/releases/files.ts'
import { PACKAGE_TYPE } from '#contract/releases/packages.ts'
import { useAddPackage } from '#web/releases/packages/api.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { UploadForm } from './upload-form.tsx'
import { fileNamed } from './upload-rules.ts'

const isPackage = (name: string) => name.toLowerCase().endsWith(PACKAGE_TYPE)

const PackageFile = z.object({ file: fileNamed(isPackage, 'Only .nupkg files are accepted') })

const accepted = { accept: PACKAGE_TYPE, help: 'The -full.nupkg that vpk made, of at most 5 GB.' }

type Props = { version: Version; onClose: () => void }

/** For publishers whose application updates with Velopack. */
export function PackageDialog({ version, onClose }: Props) {
  const { mutateAsync } = useAddPackage()
  const { id, publishedAt } = version
  const consequence = publishedAt
    ? 'Devices in the rollout are offered it at once, and it cannot be replaced later.'
    : 'It is published together with the version, and can be replaced until then.'
  return (
    <Dialog
      title={`Velopack Package of ${versionName(version)}`}
      description={`Applications that update with Velopack install it instead of the file. ${consequence}`}
      onClose={onClose}
    >
      <UploadForm
        schema={PackageFile}
        accepted={accepted}
        fileNameOf={({ file }) => file.name}
        onSent={(_entered, fileUrl, confirmed) => mutateAsync({ params: { id }, body: { fileUrl }, confirmed })}
        onClose={onClose}
      />
    </Dialog>
  )
}
