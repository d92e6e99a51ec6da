import { formatDate } from '#contract/dates.ts'
import { Badge } from '#web/ui/text/badge.tsx'

export const PausedBadge = ({ until }: { until: string }) => <Badge>Reminders paused until {formatDate(until)}</Badge>
