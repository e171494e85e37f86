/** Keeps an error of one part from breaking what stands around it. */
import { Component, type ComponentType, type ReactNode } from 'react'

export interface ErrorBoundaryProps {
  readonly children: ReactNode
  /** In the place of children that cannot be rendered. */
  readonly Fallback: ComponentType<FallbackProps>
}

export interface FallbackProps {
  readonly error: unknown
  readonly retry: () => void
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error: error ?? new Error('unknown') }
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children
    const { Fallback } = this.props
    return <Fallback error={this.state.error} retry={() => this.setState({ error: null })} />
  }
}

/** Browsers use different messages for a chunk that no longer exists or cannot be loaded now. */
export function isMissingChunk(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|Importing a module script failed|preload CSS|error loading/i.test(error.message)
  )
}
