import { readSetting, writeSetting } from '#web/app/storage.ts'

const KEY = 'shortcuts'
const OFF = 'off'

let chosen: boolean | undefined

/** People who use speech input can turn off single-key shortcuts (WCAG 2.1.4). */
export function areShortcutsOn() {
  chosen ??= readSetting(KEY) !== OFF
  return chosen
}

export function switchShortcuts(isOn: boolean) {
  chosen = isOn
  writeSetting(KEY, isOn ? null : OFF)
}
