import { useState } from 'react'
import { readSetting, writeSetting } from '#web/app/storage.ts'

export function useBrowserSetting(key: string) {
  const [value, setValue] = useState(() => readSetting(key))
  const save = (next: string) => {
    setValue(next)
    writeSetting(key, next)
  }
  return [value, save] as const
}
