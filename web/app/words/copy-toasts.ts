import { toast } from '#web/ui/feedback/toast.ts'

/** 'Command copied to clipboard.' */
export const tellCopied = (what: string) => toast({ title: 'Copied!', description: `${what} copied to clipboard.` })

export const tellCopyFailed = () =>
  toast({
    title: 'Copy failed',
    description: 'Your browser does not allow copying here. Select the text instead.',
    tone: 'destructive',
  })
