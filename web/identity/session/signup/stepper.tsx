import { clsx } from 'clsx'

const names = ['Account', 'Terms', 'Done']

export const Stepper = ({ step }: { step: number }) => (
  <ol className="flex items-center gap-3 text-[13px]">
    {names.map((name, place) => (
      <li
        key={name}
        aria-current={place + 1 === step ? 'step' : undefined}
        className={clsx('flex flex-1 items-center gap-2 border-t-2 pt-2', place < step ? 'border-accent' : 'text-fg2')}
      >
        <span className="font-semibold">{place + 1}</span>
        {name}
      </li>
    ))}
  </ol>
)
