import type { Version } from '#contract/files.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useAddFile } from './api.ts'
import { UploadForm } from './upload-form.tsx'
import { fileFor } from './upload-rules.ts'
import { nameOf } from './version-cells.tsx'

/** For a version that was published before its file. */
export function AddFileDialog({ version, onClose }: { version: Version; onClose: () => void }) {
  const { mutateAsync } = useAddFile()
  const { id, fileName } = version
  return (
    <Dialog
      title={`Add File to ${nameOf(version)}`}
      description={`Customers save it as ${fileName}. It cannot be replaced later.`}
      onClose={onClose}
    >
      <UploadForm
        schema={fileFor(version)}
        fileNameOf={() => fileName}
        onSent={(_entered, fileUrl) => mutateAsync({ params: { id }, body: { fileUrl } })}
        onClose={onClose}
      />
    </Dialog>
  )
}
