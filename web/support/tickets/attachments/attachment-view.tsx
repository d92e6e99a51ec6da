import { Download } from 'lucide-react'
import { formatSize } from '#contract/quantities.ts'
import type { Attachment } from '#contract/support/attachments.ts'
import { buttonClass } from '#web/ui/button/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'

type Props = { attachment: Attachment; src: string; href: string; onClose: () => void }

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
