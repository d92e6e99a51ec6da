import { tellCopied } from '#web/app/copy-toasts.ts'
import { toast } from '#web/ui/toast.ts'

export const tellKeyCopied = () => tellCopied('License key')

export const tellUuidCopied = () => toast({ title: 'UUID Copied' })
