import { Download } from 'lucide-react'
import { buttonClass } from './button.tsx'

type Props = {
  /** Without one there is nothing to show. */
  href: string | null
  /** Names the file. */
  label: string
  title: string
}

/** The arrow at the end of a row. */
export const DownloadLink = ({ href, label, title }: Props) =>
  href && (
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
