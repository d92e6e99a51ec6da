import { Brand } from '#web/app/navigation/brand.tsx'

const reasons = [
  'Assign licenses to your Windows devices',
  'See invoices and renewals at a glance',
  'Get help from the people who build it',
]

/** What the portal is for, beside the form on wide screens. Dark in both themes. */
export const Welcome = () => (
  <div className="dark welcome hidden flex-col gap-16 p-12 lg:flex">
    <Brand />
    <div className="my-auto max-w-md">
      <p className="text-[28px] leading-9 font-semibold tracking-tight text-balance">
        Licenses, billing, downloads and support in one place.
      </p>
      <ul className="mt-6 grid gap-3 text-[15px] opacity-85">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </div>
  </div>
)
