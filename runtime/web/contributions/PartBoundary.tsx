/** Keeps an error of what a module adds to a place from breaking the place. */
import { Button, Callout } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { useT } from '../i18n/shell-texts.ts'
import { ErrorBoundary, isMissingChunk, type FallbackProps } from '../loading/ErrorBoundary.tsx'

export function PartBoundary({ children }: { readonly children: ReactNode }) {
  return <ErrorBoundary Fallback={PartFailure}>{children}</ErrorBoundary>
}

function PartFailure({ error, retry }: FallbackProps) {
  const t = useT()
  return (
    <Callout intent="warning" compact role="alert">
      {t(isMissingChunk(error) ? 'page.newVersion' : 'page.failed')}{' '}
      <Button size="small" variant="outlined" text={t('page.retry')} onClick={retry} />
    </Callout>
  )
}
