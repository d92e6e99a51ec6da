import { tags } from '#contract/licensing/tags.ts'
import { countOf } from '#contract/quantities.ts'
import { useRead, useWrite } from '#web/app/api/data.ts'
import { keepLicenses } from '../api.ts'

export const useTags = () => useRead(tags.list)

export const useChangeTags = () =>
  useWrite(tags.change, {
    success: ({ changed, skipped }) => {
      const title = `Tags of ${countOf(changed.length, 'license')} changed`
      return skipped.length > 0
        ? [title, `${countOf(skipped.length, 'license')} not changed: ${skipped[0]?.message}`]
        : title
    },
    failure: 'Failed to change the tags',
    refresh: [tags.list],
    keep: ({ changed }) => keepLicenses(changed),
  })
