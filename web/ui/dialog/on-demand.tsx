import { useLayoutEffect, useState, type ComponentType, type ReactNode } from 'react'

type OnDemand<Props> = ComponentType<Props> & { preload: () => Promise<unknown> }

/**
 * A component whose code arrives when it is first needed, or a moment before:
 * `<Button {...intent(CreateDialog)} onClick={…}>` loads it when the pointer or the focus comes near.
 * Not `lazy`: React shows a Suspense fallback for 300 ms at least, and a screen within a screen for 600.
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

/** Handlers that load on first intent. A failed preload is silent: opening tries again and tells. */
export function intent({ preload }: { preload: () => Promise<unknown> }) {
  const warm = () => void preload().catch(() => undefined)
  return { onPointerEnter: warm, onFocus: warm }
}
