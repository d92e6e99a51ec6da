import { toast } from '#web/ui/feedback/toast.ts'

export const showCopied = (what: string) => toast({ title: 'Copied!', description: `${what} copied to clipboard.` })

export const showCopyFailed = () =>
  toast({
    title: 'Copy failed',
    description: 'Your browser blocked copying. Select the text instead.',
    tone: 'destructive',
  })
