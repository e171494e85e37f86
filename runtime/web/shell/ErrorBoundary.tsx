/** Keeps an error of one page from breaking the whole screen. */
import { Component, type ComponentType, type ReactNode } from 'react'
import { useT } from '../i18n/shell-texts.ts'
import { Failure } from './pages/Failure.tsx'

export interface ErrorBoundaryProps {
  readonly children: ReactNode
  /** For a part of a page; without, a page that says what happened. */
  readonly Fallback?: ComponentType<FallbackProps>
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
    const { Fallback = ErrorFallback } = this.props
    return <Fallback error={this.state.error} retry={() => this.setState({ error: null })} />
  }
}

function ErrorFallback({ error, retry }: FallbackProps) {
  const t = useT()
  if (isMissingChunk(error)) return <Failure title={t('page.loadFailed')} text={t('page.newVersion')} />
  return <Failure title={t('page.failed')} text={t('page.failedText')} retry={retry} />
}

/** Browsers use different messages for a chunk that no longer exists or cannot be loaded now. */
export function isMissingChunk(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|Importing a module script failed|preload CSS|error loading/i.test(error.message)
  )
}
