import { config } from '#contract/operations/config.ts'
import { call } from '#web/app/api/call.ts'
import { tabStorage } from '#web/app/storage.ts'
import type { MissingCode } from '#web/ui/dialog/missing-code.tsx'

/** Reloads after a deployment has replaced the code of this page, unless something typed would be lost. */
export async function explainMissingCode(): Promise<MissingCode> {
  if (!navigator.onLine) return 'offline'
  const isServerUp = await call(config.read, {}).then(
    () => true,
    () => false,
  )
  if (!isServerUp) return 'unreachable'
  if (!hasUnsavedInput() && isFirstReload()) window.location.reload()
  return 'outdated'
}

const RELOADED = 'reloaded-version'

/** The address of the entry's code, which changes with every chunk. */
const version = import.meta.url

/** Once per version. Without storage never, because the reload could repeat forever. */
function isFirstReload() {
  const storage = tabStorage()
  if (!storage || storage.getItem(RELOADED) === version) return false
  storage.setItem(RELOADED, version)
  return true
}

const hasUnsavedInput = () =>
  Array.from(document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('form :is(input, textarea)')).some(
    (field) => field.value !== field.defaultValue || isToggled(field),
  )

const isToggled = (field: HTMLInputElement | HTMLTextAreaElement) =>
  field instanceof HTMLInputElement && field.checked !== field.defaultChecked
