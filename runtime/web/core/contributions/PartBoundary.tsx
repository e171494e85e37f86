/** Keeps an error of what a module adds to a place from breaking the place. */
import { Button, Callout } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { useT } from '../i18n/shell-texts.ts'
import { ErrorBoundary, isMissingChunk, type FallbackProps } from '../loading/ErrorBoundary.tsx'

export function PartBoundary({ children }: { readonly children: ReactNode }) {
  return <ErrorBoundary Fallback={PartFailure}>{children}</ErrorBoundary>
}

/** Browsers remember code that could not be loaded until the page is loaded again. */
function PartFailure({ error, retry }: FallbackProps) {
  const t = useT()
  const isMissing = isMissingChunk(error)
  return (
    <Callout intent="warning" compact role="alert">
      {t(isMissing ? 'page.newVersion' : 'page.failed')}{' '}
      <Button
        size="small"
        variant="outlined"
        text={t(isMissing ? 'page.reload' : 'page.retry')}
        onClick={isMissing ? () => location.reload() : retry}
      />
    </Callout>
  )
}
