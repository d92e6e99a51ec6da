import { tags } from '#contract/licensing/tags.ts'
import { countOf } from '#contract/quantities.ts'
import { useRead, useWrite } from '#web/app/api/data.ts'
import { changedWords, keepMany } from '../api.ts'

export const useTags = () => useRead(tags.list)

export const useChangeTags = () =>
  useWrite(tags.change, {
    success: (result) => changedWords(`Tags of ${countOf(result.changed.length, 'license')} changed`, result),
    failure: 'Failed to change the tags',
    refresh: [tags.list],
    keep: (result) => keepMany(result),
  })
