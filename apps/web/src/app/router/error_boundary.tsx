import { Component, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { FailedScreen } from './failed_screen.tsx'

/** Shows the failed screen in place of what broke, until one goes to another address. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  const { key } = useLocation()
  return <Boundary address={key}>{children}</Boundary>
}

interface BoundaryProps {
  address: string
  children: ReactNode
}

class Boundary extends Component<BoundaryProps, { failedAt: string | null }> {
  override state = { failedAt: null }

  static getDerivedStateFromError() {
    return { failedAt: '' }
  }

  // React has told the console by now.
  override componentDidCatch() {
    this.setState({ failedAt: this.props.address })
  }

  override componentDidUpdate() {
    const { failedAt } = this.state
    if (failedAt && failedAt !== this.props.address) this.setState({ failedAt: null })
  }

  override render() {
    return this.state.failedAt === null ? this.props.children : <FailedScreen />
  }
}
