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

interface BoundaryState {
  failedAt: string | null
  isPartMissing: boolean
}

/** What browsers, and the loader of style sheets, say of a part of the app that did not arrive. */
const missingPart = /dynamically imported module|module script failed|preload CSS/i

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failedAt: null, isPartMissing: false }

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { failedAt: '', isPartMissing: missingPart.test(String(error)) }
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
    const { failedAt, isPartMissing } = this.state
    return failedAt === null ? this.props.children : <FailedScreen isPartMissing={isPartMissing} />
  }
}
