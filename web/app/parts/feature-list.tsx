export const CHIP =
  'inline-flex min-h-6 max-w-full items-center rounded-md bg-neutral-bg px-2 text-xs font-normal wrap-anywhere text-neutral-fg'

/** Names that the application asks for. */
export const FeatureList = ({ features }: { features: readonly string[] }) => (
  <ul aria-label="Features" className="flex flex-wrap gap-1">
    {features.map((feature) => (
      <li key={feature} className={CHIP}>
        {feature}
      </li>
    ))}
  </ul>
)
