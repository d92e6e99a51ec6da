type Format = (value: string) => string

type Props = {
  value: string | null | undefined
  /** What is shown: 'Mar 05, 2025'. */
  format: Format
  /** The full instant, in the tooltip. */
  full: Format
  absent?: string
}

/** The tooltip is the browser's own: tables show hundreds of dates. */
export const DateText = ({ value, format, full, absent = '—' }: Props) =>
  value ? (
    <time dateTime={value} title={full(value)} className="whitespace-nowrap">
      {format(value)}
    </time>
  ) : (
    <span className="text-fg2">{absent}</span>
  )
