import { Component, type ReactNode } from 'react'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'

type Props = { children: ReactNode }

/**
 * One broken page leaves the rest of the portal usable. The usual cause is a new release while the page was open: its code has
 * other names now, so trying again means loading the document again.
 */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return <LoadFailure sentence="This page could not be shown." retry={() => window.location.reload()} />
  }
}
