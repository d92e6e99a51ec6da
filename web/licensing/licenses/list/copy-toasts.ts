import { tellCopied } from '#web/app/words/copy-toasts.ts'
import { toast } from '#web/ui/feedback/toast.ts'

export const tellKeyCopied = () => tellCopied('License key')

export const tellUuidCopied = () => toast({ title: 'UUID Copied' })
