import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { SEARCH_LIMITS, search } from '#contract/operations/search.ts'
import { readOptions } from '#web/app/api/data.ts'

/** Milliseconds. */
const PAUSE = 150

export function usePaletteSearch() {
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  const timer = useRef(0)

  const type = (next: string) => {
    setTyped(next)
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setAsked(next.trim()), PAUSE)
  }

  const answer = useQuery({
    ...readOptions(search.everything, { query: { q: asked } }),
    enabled: asked.length >= SEARCH_LIMITS.min,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const wanted = typed.trim()
  const isWanted = wanted.length >= SEARCH_LIMITS.min
  return {
    typed,
    type,
    results: isWanted ? answer.data : undefined,
    isSearching: isWanted && (wanted !== asked || answer.isFetching),
    retry: isWanted && answer.isError && !answer.isFetching ? () => void answer.refetch() : undefined,
  }
}
