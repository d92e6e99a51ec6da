import { Download } from 'lucide-react'
import { buttonClass } from './button.tsx'

/** The arrow at the end of a row. Its label names the file: 'Download invoice INV-7'. */
export const DownloadLink = ({ href, label, title }: { href: string; label: string; title: string }) => (
  <a
    href={href}
    target="_blank"
    rel="noreferrer"
    aria-label={label}
    title={title}
    className={buttonClass({ variant: 'ghost', size: 'icon' })}
  >
    <Download aria-hidden />
  </a>
)
