import { clsx } from 'clsx'

const initials = (name: string) =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')

export const Avatar = ({ name, className }: { name: string; className?: string }) => (
  <span
    aria-hidden
    className={clsx(
      'grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent',
      className,
    )}
  >
    {initials(name)}
  </span>
)
