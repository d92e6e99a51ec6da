import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { Link } from 'wouter'
import type { Checklist } from '#contract/operations/dashboard.ts'
import { links } from '#web/app/links.ts'
import { buttonClass } from '#web/ui/button/button.tsx'
import { Card } from '#web/ui/page/card.tsx'

type Step = {
  title: string
  help: string
  isDone: boolean
  action: string
  href: string
  needs?: 'a plan' | 'an active organization'
}

const stepsOf = (checklist: Checklist): Step[] => [
  {
    title: 'Confirm your email address',
    help: 'Open the link we emailed you. You can send it again from your account.',
    isDone: checklist.isEmailVerified,
    action: 'Go to account',
    href: '/account',
  },
  {
    title: 'Get a plan',
    help: 'Our sales team prepares your plan. Tell us how many licenses you need.',
    isDone: checklist.hasPlan,
    action: 'Contact sales',
    href: links.contactSales,
  },
  {
    title: 'Download the application',
    help: 'Install it on each Windows device.',
    isDone: checklist.hasDownload,
    action: 'Download',
    href: '/downloads',
  },
  {
    title: 'Create your first license',
    help: 'Each license runs the application on one device.',
    isDone: checklist.hasLicense,
    action: 'Create License',
    href: links.createLicense,
    needs: 'a plan',
  },
  {
    title: 'Activate it on a device',
    help: 'Start the application and enter the license key.',
    isDone: false,
    action: 'Show licenses',
    href: '/licenses',
    needs: 'a plan',
  },
  {
    title: 'Invite a colleague (optional)',
    help: 'Members see licenses and open tickets. Administrators manage them.',
    isDone: checklist.hasColleague,
    action: 'Invite',
    href: '/team',
    needs: 'an active organization',
  },
  {
    title: 'Complete your billing details (optional)',
    help: 'Your address and VAT number are on each invoice.',
    isDone: checklist.hasBillingAddress,
    action: 'Add details',
    href: '/billing',
  },
]

export function ChecklistCard({ checklist, isSuspended }: { checklist: Checklist; isSuspended: boolean }) {
  const steps = stepsOf(checklist)
  const done = steps.filter(({ isDone }) => isDone).length
  const isBlocked = ({ needs }: Step) =>
    needs !== undefined && (isSuspended || (needs === 'a plan' && !checklist.hasPlan))
  const blocked = isSuspended ? 'Possible once your organization is reactivated.' : 'Possible once you have a plan.'
  const next = steps.find((step) => !step.isDone && !isBlocked(step))
  return (
    <Card title="Get started" description={`${done} of ${steps.length} steps done`} flush>
      <ol className="divide-y border-t">
        {steps.map((step, index) => (
          <li key={step.title} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-5 py-3">
            <Mark number={index + 1} isDone={step.isDone} />
            <span className="min-w-48 flex-1">
              <span className={clsx('block font-medium', step.isDone && 'text-fg2')}>
                {step.title}
                {step.isDone && <span className="sr-only"> (done)</span>}
              </span>
              {!step.isDone && (
                <span className="block text-[13px] text-fg2">{isBlocked(step) ? blocked : step.help}</span>
              )}
            </span>
            {!step.isDone && !isBlocked(step) && (
              <Link
                href={step.href}
                className={buttonClass({ size: 'small', variant: step === next ? 'primary' : 'outline' })}
              >
                {step.action}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}

const Mark = ({ number, isDone }: { number: number; isDone: boolean }) => (
  <span
    aria-hidden
    className={clsx(
      'grid size-7 shrink-0 place-items-center rounded-full text-[13px] font-medium',
      isDone ? 'bg-success-bg text-success-fg' : 'bg-neutral-bg text-fg2',
    )}
  >
    {isDone ? <Check className="size-4" /> : number}
  </span>
)
