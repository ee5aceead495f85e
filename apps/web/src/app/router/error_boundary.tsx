import { Component, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { FailedScreen } from './failed_screen.tsx'

/** Shows the error screen until the reader navigates to another address. */
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

/** The error messages of browsers, and of Vite's stylesheet loader, for a chunk that failed to load. */
const missingChunk = /dynamically imported module|module script failed|preload CSS/i

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failedAt: null, isPartMissing: false }

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { failedAt: '', isPartMissing: missingChunk.test(String(error)) }
  }

  // React has already logged the error.
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
