import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Card } from '#web/ui/page/card.tsx'

export const GuideCard = () => (
  <Card title="Three Steps to a Working Device">
    <ol className="grid gap-4 sm:grid-cols-3 sm:gap-6">
      <Step number={1} title="Download">
        Get the latest version below. Your browser saves it under Downloads.
      </Step>
      <Step number={2} title="Install">
        Open the file on each Windows device and follow the setup.
      </Step>
      <Step number={3} title="Activate">
        Start the application and enter the license key. You find it under{' '}
        <Link href="/licenses" className="font-medium text-accent underline underline-offset-4">
          Licenses
        </Link>
        .
      </Step>
    </ol>
  </Card>
)

type Props = { number: number; title: string; children: ReactNode }

const Step = ({ number, title, children }: Props) => (
  <li className="flex min-w-0 gap-3">
    <span
      aria-hidden
      className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-accent"
    >
      {number}
    </span>
    <div className="min-w-0">
      <h3 className="leading-8 font-semibold">{title}</h3>
      <p className="text-fg2">{children}</p>
    </div>
  </li>
)
