import { useState } from 'react'
import { Link } from 'wouter'
import type * as z from 'zod/mini'
import type { OfflineAnswer } from '#contract/licensing/license-files.ts'
import { Brand } from '#web/app/parts/brand.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { focusOnShow } from '#web/ui/dialog/focus-on-show.ts'
import { Card } from '#web/ui/page/card.tsx'
import { usePageHeading } from '#web/ui/page/page.tsx'
import { FileFacts, saveFile, COPY_TO_COMPUTER } from './parts.tsx'
import { RequestForm } from './request-form.tsx'

type Answer = z.infer<typeof OfflineAnswer>

const TITLE = 'Activate a computer without internet'

/** Works without a session: the request proves the license by its key. */
export function OfflinePage() {
  const heading = usePageHeading(TITLE)
  const [answer, setAnswer] = useState<Answer>()

  const show = (made: Answer) => {
    saveFile(made.file)
    setAnswer(made)
  }

  return (
    <main className="mx-auto grid min-h-dvh max-w-xl content-start gap-6 px-4 py-8 sm:py-12">
      <Brand />
      <h1 ref={heading} tabIndex={-1} className="text-2xl leading-8 font-semibold tracking-tight">
        {TITLE}
      </h1>
      {answer ? (
        <Result answer={answer} onAgain={() => setAnswer(undefined)} />
      ) : (
        <>
          <Steps />
          <Card title="License request" description="It contains only information about that computer.">
            <RequestForm onAnswer={show} />
          </Card>
        </>
      )}
      <p className="text-center">
        <Link href="/" className="font-medium text-accent underline underline-offset-4">
          To the portal
        </Link>
      </p>
    </main>
  )
}

const Steps = () => (
  <ol className="grid list-decimal gap-2 pl-5 marker:font-medium marker:text-fg2">
    <li>On that computer, have the application save its license request. Bring the file here.</li>
    <li>Get the license file below.</li>
    <li>Copy it back and open it in the application.</li>
  </ol>
)

const Result = ({ answer: { file, license }, onAgain }: { answer: Answer; onAgain: () => void }) => (
  <div ref={focusOnShow} tabIndex={-1} className="outline-none">
    <Card title="Your license file is ready" description={COPY_TO_COMPUTER}>
      <div className="grid gap-5">
        <FileFacts file={file} deviceName={license?.deviceName} />
        <Button className="justify-self-start" onClick={onAgain}>
          Another computer
        </Button>
      </div>
    </Card>
  </div>
)
