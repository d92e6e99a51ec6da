import { Component, type ReactNode } from 'react'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'

type Props = { children: ReactNode }

/** Keeps the rest of the portal usable when one page fails. */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return <LoadFailure sentence="Couldn’t load this page." retry={() => window.location.reload()} />
  }
}
