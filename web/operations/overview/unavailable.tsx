import { CircleAlert } from 'lucide-react'
import { Empty } from '#web/ui/feedback/empty.tsx'

export const Unavailable = () => <Empty icon={CircleAlert}>Not available right now. System Health shows why.</Empty>
