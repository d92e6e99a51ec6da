import { FileText, Upload } from 'lucide-react'
import { setUrl } from '#web/app/url-state.ts'
import { Button } from '#web/ui/button/button.tsx'
import { intent } from '#web/ui/dialog/on-demand.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { AdoptionCard } from './adoption-card.tsx'
import { FileDialogs, NotesDialog, UploadDialog } from './file-dialogs.tsx'
import { UpdateFeedsCard } from './update-feeds-card.tsx'
import { VersionsCard } from './versions/versions-card.tsx'

export const FilesPage = () => (
  <Page
    title="File Management"
    description="The versions of the application that customers download, and what is new in them."
    actions={<Actions />}
  >
    <VersionsCard />
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <UpdateFeedsCard />
      <AdoptionCard />
    </div>
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
