import { useLayoutEffect, useState, type ComponentType, type ReactNode } from 'react'

type OnDemand<Props> = ComponentType<Props> & { preload: () => Promise<unknown> }

/**
 * A component that loads on first use, or earlier: `<Button {...intent(CreateDialog)} onClick={…}>` preloads it on hover or focus. Without
 * React's `lazy`, whose Suspense fallback stays for at least 300 ms, and 600 ms for nested screens.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): OnDemand<Props> {
  let arrived: ComponentType<Props> | undefined
  const preload = async () => (arrived ??= await load())

  function Loading(props: Props) {
    const [Shown, setShown] = useState(() => arrived)
    const [failure, setFailure] = useState<{ error: unknown }>()
    useLayoutEffect(() => {
      if (!Shown)
        preload().then(
          (component) => setShown(() => component),
          (error: unknown) => setFailure({ error }),
        )
    }, [Shown])
    if (failure) throw failure.error
    return Shown ? <Shown {...props} /> : fallback
  }
  return Object.assign(Loading, { preload })
}

/** Returns handlers that preload on hover and focus. A failed preload shows nothing: opening tries again and shows the error. */
export function intent({ preload }: { preload: () => Promise<unknown> }) {
  const warm = () => void preload().catch(() => undefined)
  return { onPointerEnter: warm, onFocus: warm }
}
