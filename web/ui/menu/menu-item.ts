import type { LucideIcon } from 'lucide-react'

export type MenuItem = {
  label: string
  icon?: LucideIcon
  onSelect: () => void
  tone?: 'danger'
  disabled?: boolean
  checked?: boolean
}

export const offered = (isOffered: boolean, item: MenuItem) => (isOffered ? [item] : [])
