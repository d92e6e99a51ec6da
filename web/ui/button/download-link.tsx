import { Download } from 'lucide-react'
import { buttonClass } from './button.tsx'

type Props = {
  href: string | null
  label: string
  title: string
}

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
