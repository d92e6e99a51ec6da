import { keepPreviousData, type InfiniteData } from '@tanstack/react-query'

export type Page<Row> = { rows: Row[]; total: number; nextCursor: string | undefined }
export type Pages<Row> = InfiniteData<Page<Row>, string | undefined>

export const pagesOf = <Row>(read: (cursor: string | undefined) => Promise<Page<Row>>) => ({
  queryFn: ({ pageParam }: { pageParam: string | undefined }) => read(pageParam),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }: Page<Row>) => nextCursor,
  select: ({ pages }: Pages<Row>) => ({
    rows: pages.flatMap(({ rows }) => rows),
    total: pages[0]?.total ?? 0,
  }),
  placeholderData: keepPreviousData,
})

type PagedQuery = { hasNextPage: boolean; isFetching: boolean; isError: boolean; fetchNextPage: () => unknown }

/** Loads the next page, unless there is none, it is already loading, or it failed. */
export const loadNextPage = ({ hasNextPage, isFetching, isError, fetchNextPage }: PagedQuery) =>
  void (hasNextPage && !isFetching && !isError && fetchNextPage())
