import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'

type OnDemand<Props> = ComponentType<Props> & { preload: () => Promise<unknown> }

/**
 * A component whose code arrives when it is first needed, or a moment before:
 * `<Button {...intent(CreateDialog)} onClick={…}>` loads it when the pointer or the focus comes near.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): OnDemand<Props> {
  const Component = lazy(async () => ({ default: await load() }))
  const Loading = (props: Props) => (
    <Suspense fallback={fallback}>
      <Component {...props} />
    </Suspense>
  )
  return Object.assign(Loading, { preload: load })
}

/** Handlers that load on first intent. A failed preload is silent: opening tries again and tells. */
export function intent({ preload }: { preload: () => Promise<unknown> }) {
  const warm = () => void preload().catch(() => undefined)
  return { onPointerEnter: warm, onFocus: warm }
}
