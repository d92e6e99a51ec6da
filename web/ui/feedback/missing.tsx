import { SearchX } from 'lucide-react'
import { Empty } from './empty.tsx'

export const Missing = ({ what }: { what: string }) => <Empty icon={SearchX}>This {what} does not exist.</Empty>
