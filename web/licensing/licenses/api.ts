import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { subscriptions, type Subscription } from '#contract/billing/subscriptions.ts'
import type { LicenseChanges } from '#contract/licensing/changes.ts'
import { creation } from '#contract/licensing/creation.ts'
import { diagnosis } from '#contract/licensing/diagnosis.ts'
import { licenseFiles } from '#contract/licensing/license-files.ts'
import {
  canReserve,
  licenses,
  type BulkAction,
  type BulkResult,
  type License,
  type LicenseFilter,
} from '#contract/licensing/licenses.ts'
import { dashboard } from '#contract/operations/dashboard.ts'
import { countOf } from '#contract/quantities.ts'
import { ApiError } from '#web/app/api/api-error.ts'
import { call, callPage } from '#web/app/api/call.ts'
import { useFreshRead, useRead, useRevertibleWrite, useWrite } from '#web/app/api/data.ts'
import { listCache, PAGES } from '#web/app/api/list-cache.ts'
import { pagesOf } from '#web/app/api/pages.ts'
import { isOfPreviousUser, keepAnswer, keyOf, refetch, type ToastText } from '#web/app/api/query-client.ts'
import { useSuspension } from '#web/app/parts/change-dialog.ts'
import { useIsOrgAdmin } from '#web/identity/session/api.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { belongs } from './license-filter.ts'
import { useLicenseUsage } from './usage-api.ts'

export const LICENSE_NOT_LOADED = 'Couldn’t load this license. It may have been deleted.'

const PAGE_SIZE = '200'
export const useLicensePages = (filter: LicenseFilter) =>
  useInfiniteQuery({
    queryKey: [...keyOf(licenses.list, { query: filter }), PAGES],
    ...pagesOf((cursor) => callPage(licenses.list, { query: { ...filter, cursor, limit: PAGE_SIZE } })),
  })

const { keep, show, drop, startOver } = listCache<License, LicenseFilter>(licenses.list, belongs)

const refetchLicenses = (ids: string[]) =>
  Promise.all(ids.map((id) => refetch({ queryKey: keyOf(licenses.read, { params: { id } }) })))

export const keepLicenses = (changed: License[]) =>
  Promise.all([keep(changed), refetchLicenses(changed.map(({ id }) => id))])
const dropLicenses = (ids: string[]) => Promise.all([drop(ids), refetchLicenses(ids)])

export const useLicenseCount = () => useLicensePages({})

/** False until it is known. */
export function useHasNoLicenses() {
  const usage = useLicenseUsage().data
  if (!usage) return false
  const { limit: _limit, versions: _versions, ...counts } = usage
  return Object.values(counts).every((count) => count === 0)
}

export const useActivity = (id: string) => useRead(licenses.activity, { params: { id } })

export const useSubscription = () => useRead(subscriptions.read)

/** The server refuses changes in a suspended organization. */
export const useCanChangeLicenses = () => !useSuspension().data?.isSuspended

export const quotaOf = ({ licensesUsed, licenseLimit }: Subscription) => ({ used: licensesUsed, limit: licenseLimit })

/** Undefined if it cannot be read now, or nothing may be created at all: then the server decides. */
export async function readQuotaAgain() {
  const askedAt = Date.now()
  const read = await call(subscriptions.read, {}).catch(() => undefined)
  if (read && !isOfPreviousUser(askedAt)) await keepAnswer(keyOf(subscriptions.read), read)
  return read?.subscription && !read.isSuspended ? quotaOf(read.subscription) : undefined
}

export const useLicense = (id: string) => useRead(licenses.read, { params: { id } })

const HISTORY_PAGE = '30'

export const useLicenseHistory = (id: string) =>
  useInfiniteQuery({
    queryKey: keyOf(licenses.history, { params: { id } }),
    queryFn: ({ pageParam: cursor }) =>
      callPage(licenses.history, { params: { id }, query: { cursor, limit: HISTORY_PAGE } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => pages.flatMap(({ rows }) => rows),
  })

export const useSilentReport = () => useRead(licenses.silent)

/** Refetched when needed, because devices move without notifying this page. */
export const useMoves = (id: string) => useFreshRead(licenses.moves, { params: { id } })

/** The decision that a device would get now, rule by rule. Cached like a read, because it changes nothing. */
export const useDiagnosis = (id: string, deviceFingerprint: string) =>
  useQuery({
    queryKey: [...keyOf(diagnosis.diagnose, { params: { id } }), deviceFingerprint],
    queryFn: () => call(diagnosis.diagnose, { params: { id }, body: { deviceFingerprint } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Queries with quota and counts. The list updates its rows from the answer instead of refetching all pages. */
export const refresh = [subscriptions.read, dashboard.read, licenses.silent, licenses.usage]

const CREATE_FAILED = 'Failed to create license'

export const useCreateLicense = () =>
  useWrite(licenses.create, {
    success: ['License created', 'New license has been created successfully.'],
    failure: CREATE_FAILED,
    refresh,
    keep: startOver,
  })

export const useCreateLicenses = () =>
  useWrite(creation.create, {
    success: (created) => [
      `${countOf(created.length, 'license')} created`,
      `${created[0]?.label} to ${created.at(-1)?.label}`,
    ],
    failure: CREATE_FAILED,
    refresh,
    keep: startOver,
  })

export const showCreateFailed = (description: string) =>
  void toast({ title: CREATE_FAILED, description, tone: 'destructive' })

type One = { params: { id: string } }

const readAgain = ({ params }: One) => call(licenses.read, { params })

/** After a conflict, the dialog shows the license as it is now before the user tries again. */
const reread = async (input: One) => Promise.all([show(await readAgain(input)), refetchLicenses([input.params.id])])

/** Undo restores a revoked license and reserves it for its device, which only administrators may. */
export function useChangeLicense() {
  const isOrgAdmin = useIsOrgAdmin()
  return useRevertibleWrite(licenses.change, {
    success: (license, { body }) => ['License updated', changeText(license, body)],
    failure: 'Failed to update license',
    refresh,
    keep: (license) => keepLicenses([license]),
    reread,
    undo: (license, { body }) =>
      isOrgAdmin && body?.status === 'revoked' && canReserve(license)
        ? { params: { id: license.id }, body: { status: 'unassigned' as const, reserve: true } }
        : undefined,
  })
}

function changeText({ label, deviceFingerprint }: License, { status, reserve }: LicenseChanges = {}) {
  if (status === 'revoked') return `${label} revoked`
  if (status === 'unassigned') return reserve ? `${label} restored, reserved for its device` : `${label} restored`
  return status === 'assigned' ? `${label} assigned to ${deviceFingerprint}` : `${label} saved`
}

export const useDeleteLicense = () =>
  useWrite(licenses.remove, {
    success: 'License deleted',
    failure: 'Failed to delete license',
    refresh,
    keep: (_done, { params }) => dropLicenses([params.id]),
    reread,
  })

export const useMoveLicense = () =>
  useWrite(licenses.move, {
    success: ({ label }) => [`“${label}” is free`, 'Enter its license key in the application on the new PC.'],
    failure: 'Failed to move the license',
    refresh,
    keep: (license) => keepLicenses([license]),
    reread,
  })

export const useResetMoves = () =>
  useWrite(licenses.resetMoves, {
    success: 'Moves reset',
    failure: 'Failed to reset the moves',
    keep: (_moves, input) => reread(input).catch(() => undefined),
  })

export const useMakeLicenseFile = () =>
  useWrite(licenseFiles.make, {
    success: ({ fileName }) => ['License file saved', `${fileName} is in your downloads.`],
    refresh,
    keep: async (_file, input) => keepLicenses([await readAgain(input)]),
  })

const done: Record<BulkAction, string> = { revoke: 'revoked', restore: 'restored', delete: 'deleted', move: 'released' }

const reasons = (skipped: BulkResult['skipped']) => [...new Set(skipped.map(({ message }) => message))].join(' ')

export const changedWords = (title: string, { skipped }: Pick<BulkResult, 'skipped'>): ToastText =>
  skipped.length > 0 ? [title, `${countOf(skipped.length, 'license')} not changed: ${reasons(skipped)}`] : title

/** Fails like a refused call, so that the dialog stays. */
function refuseNothing({ changed, skipped }: BulkResult) {
  if (changed.length === 0 && skipped.length > 0) throw new ApiError(409, JSON.stringify({ message: reasons(skipped) }))
}

const dropAll = (changed: License[]) => dropLicenses(changed.map(({ id }) => id))

/** The lists show skipped licenses as they were before someone else changed them. */
export async function keepMany(result: BulkResult, keepChanged = keepLicenses) {
  refuseNothing(result)
  const { changed, skipped } = result
  await keepChanged(changed)
  if (skipped.length > 0) await Promise.all([startOver(), refetchLicenses(skipped.map(({ id }) => id))])
}

export const useChangeMany = () =>
  useWrite(licenses.bulk, {
    success: (result, { body }) =>
      changedWords(`${countOf(result.changed.length, 'license')} ${done[body.action]}`, result),
    failure: 'Failed to change the licenses',
    refresh,
    keep: (result, { body }) => keepMany(result, body.action === 'delete' ? dropAll : keepLicenses),
    reread: startOver,
  })
