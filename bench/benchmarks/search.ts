import { RARE } from '#demo/load/support.ts'
import type { Benchmark } from './benchmark.ts'
import { byStaff } from './support.ts'

const GROUPS = ['"organizations":', '"tickets":']

/** The palette's search over everything. Compare with the lists' own searches: `tickets-rare-word`, `tickets-common-word`. */
export const searches: Benchmark[] = [
  byStaff('search-rare-word', { path: `/api/search?q=${RARE.word}`, expect: GROUPS }),
  byStaff('search-common-word', { path: '/api/search?q=activation', expect: GROUPS }),
  byStaff('search-organization', { path: '/api/search?q=load-7', expect: GROUPS }),
]
