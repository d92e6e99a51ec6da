import { Download } from 'lucide-react'
import type { Attachment } from '#contract/attachments.ts'
import { formatSize } from '#contract/sizes.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

type Props = { attachment: Attachment; src: string; href: string; onClose: () => void }

/** A picture as large as the window allows. */
export const AttachmentView = ({ attachment: { fileName, size }, src, href, onClose }: Props) => (
  <Dialog
    size="wide"
    title={<span className="wrap-anywhere">{fileName}</span>}
    description={formatSize(size)}
    onClose={onClose}
  >
    <img src={src} alt={fileName} className="max-h-[65dvh] max-w-full justify-self-center rounded-md object-contain" />
    <a href={href} download={fileName} className={buttonClass({}, 'mt-4 self-end')}>
      <Download aria-hidden />
      Download
    </a>
  </Dialog>
)
