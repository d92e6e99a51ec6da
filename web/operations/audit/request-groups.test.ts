import { expect, test } from 'vitest'
import type { AuditEntry } from '#contract/operations/audit.ts'
import { groupByRequest } from './request-groups.ts'

const entry = (id: number, requestId: string | null) => ({ id: String(id), requestId }) as AuditEntry

const idsOf = (entries: AuditEntry[]) =>
  groupByRequest(entries).map(({ lead, others }) => [lead.id, ...others.map(({ id }) => id)])

test('entries of one request beside each other are one group, led by the oldest', () => {
  expect(idsOf([entry(5, 'b'), entry(4, 'a'), entry(3, 'a'), entry(2, 'a'), entry(1, 'c')])).toEqual([
    ['5'],
    ['2', '3', '4'],
    ['1'],
  ])
})

test('entries without a request, or of one that another interrupts, are not joined', () => {
  expect(idsOf([entry(2, null), entry(1, null)])).toEqual([['2'], ['1']])
  expect(idsOf([entry(3, 'a'), entry(2, 'b'), entry(1, 'a')])).toEqual([['3'], ['2'], ['1']])
  expect(idsOf([])).toEqual([])
})
