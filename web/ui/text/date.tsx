type Format = (value: string) => string

type Props = {
  value: string | null | undefined
  format: Format
  full: Format
  absent?: string
}

/** Uses the native tooltip, because tables show hundreds of dates. */
export const DateText = ({ value, format, full, absent = '—' }: Props) =>
  value ? (
    <time dateTime={value} title={full(value)} className="whitespace-nowrap">
      {format(value)}
    </time>
  ) : (
    <span className="text-fg2">{absent}</span>
  )
