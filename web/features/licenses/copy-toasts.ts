import { toast } from '#web/ui/toast.ts'

export const tellKeyCopied = () => toast({ title: 'Copied!', description: 'License key copied to clipboard.' })

export const tellUuidCopied = () => toast({ title: 'UUID Copied' })

export const tellCommandCopied = () => toast({ title: 'Copied!', description: 'Command copied to clipboard.' })

export const tellCopyFailed = () =>
  toast({
    title: 'Copy failed',
    description: 'Your browser does not allow copying here. Select the text instead.',
    tone: 'destructive',
  })
