import { keepPreviousData, type InfiniteData } from '@tanstack/react-query'

type ListPage<Row> = { rows: Row[]; total: number; nextCursor: string | undefined }

export const pagesOf = <Row>(read: (cursor: string | undefined) => Promise<ListPage<Row>>) => ({
  queryFn: ({ pageParam }: { pageParam: string | undefined }) => read(pageParam),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }: ListPage<Row>) => nextCursor,
  select: ({ pages }: InfiniteData<ListPage<Row>, string | undefined>) => ({
    rows: pages.flatMap(({ rows }) => rows),
    total: pages[0]?.total ?? 0,
  }),
  placeholderData: keepPreviousData,
})

type Pages = { hasNextPage: boolean; isFetching: boolean; isError: boolean; fetchNextPage: () => unknown }

/** Loads the next page, unless there is none, it is already loading, or it failed. */
export const loadNextPage = ({ hasNextPage, isFetching, isError, fetchNextPage }: Pages) =>
  void (hasNextPage && !isFetching && !isError && fetchNextPage())
