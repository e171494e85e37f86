/** Keeps an error of one page from breaking the whole screen: a page that says what happened stands in its place. */
import type { ReactNode } from 'react'
import { useT } from '../core/i18n/shell-texts.ts'
import { ErrorBoundary, isMissingChunk, type FallbackProps } from '../core/loading/ErrorBoundary.tsx'
import { Failure } from './pages/Failure.tsx'

export function PageBoundary({ children }: { readonly children: ReactNode }) {
  return <ErrorBoundary Fallback={PageFailure}>{children}</ErrorBoundary>
}

function PageFailure({ error, retry }: FallbackProps) {
  const t = useT()
  if (isMissingChunk(error)) return <Failure title={t('page.loadFailed')} text={t('page.newVersion')} />
  return <Failure title={t('page.failed')} text={t('page.failedText')} retry={retry} />
}
