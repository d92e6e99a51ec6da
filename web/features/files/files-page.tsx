import { FileText, Upload } from 'lucide-react'
import { setUrl } from '#web/app/url-state.ts'
import { Button } from '#web/ui/button.tsx'
import { intent } from '#web/ui/on-demand.tsx'
import { Page } from '#web/ui/page.tsx'
import { FileDialogs, NotesDialog, UploadDialog } from './file-dialogs.tsx'
import { VersionsCard } from './versions-card.tsx'

export const FilesPage = () => (
  <Page
    title="File Management"
    description="The versions of the application that customers download, and what is new in them."
    actions={<Actions />}
  >
    <VersionsCard />
    <FileDialogs />
  </Page>
)

const Actions = () => (
  <>
    <Button {...intent(NotesDialog)} onClick={() => setUrl({ notes: 'new' }, { replace: false })}>
      <FileText aria-hidden />
      Create Release Notes
    </Button>
    <Button variant="primary" {...intent(UploadDialog)} onClick={() => setUrl({ upload: 'new' }, { replace: false })}>
      <Upload aria-hidden />
      Upload File
    </Button>
  </>
)
