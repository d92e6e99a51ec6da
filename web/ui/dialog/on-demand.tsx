import { useLayoutEffect, useState, type ComponentType, type ReactNode } from 'react'
import { preloadLater } from './idle-preload.ts'
import { MissingCodeNotice } from './missing-code.tsx'

type OnDemand<Props> = ComponentType<Props> & { preload: () => Promise<unknown> }

type Options = {
  /** Keeps the fallback, without a notice, if the code does not arrive. */
  isSilent?: boolean
}

/**
 * A component that loads on first use, or earlier: when the browser is idle, or `<Button {...intent(CreateDialog)} onClick={…}>` on hover
 * or focus. Without React's `lazy`, whose Suspense fallback stays for at least 300 ms, and 600 ms for nested screens.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
  { isSilent = false }: Options = {},
): OnDemand<Props> {
  let arrived: ComponentType<Props> | undefined
  const preload = async () => (arrived ??= await load())
  // A component with a fallback is a page or a part of one, and loads with it.
  if (!fallback || isSilent) preloadLater(preload)

  function Loading(props: Props) {
    const [Shown, setShown] = useState(() => arrived)
    const [attempt, setAttempt] = useState(0)
    const [failedAttempt, setFailedAttempt] = useState(-1)
    useLayoutEffect(() => {
      if (!Shown)
        preload().then(
          (component) => setShown(() => component),
          () => setFailedAttempt(attempt),
        )
    }, [Shown, attempt])
    if (Shown) return <Shown {...props} />
    const retry = () => setAttempt(failedAttempt + 1)
    if (failedAttempt < 0 || isSilent) return fallback
    return <MissingCodeNotice retry={retry} failedAttempt={failedAttempt} isInline={Boolean(fallback)} />
  }
  return Object.assign(Loading, { preload })
}

/** Returns handlers that preload on hover and focus. A failed preload shows nothing: opening tries again and shows the error. */
export function intent({ preload }: { preload: () => Promise<unknown> }) {
  const warm = () => void preload().catch(() => undefined)
  return { onPointerEnter: warm, onFocus: warm }
}
