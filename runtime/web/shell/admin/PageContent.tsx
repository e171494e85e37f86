/** The content of a page: a core page, an embedded address, or the list of a table. */
import { useEffect, useEffectEvent } from 'react'
import { errorText } from '../../core/api/api-error.ts'
import { useT } from '../../core/i18n/shell-texts.ts'
import { isMissingChunk } from '../../core/loading/ErrorBoundary.tsx'
import { FramePage } from '../pages/FramePage.tsx'
import { isIframePath } from '../pages/iframe-url.ts'
import { useLoaded, type LoadState } from '../../core/loading/use-loaded.ts'
import { onReplaced } from '../../core/module-registry.ts'
import { Failure } from '../pages/Failure.tsx'
import { loadedPage, loadPage } from './load-page.ts'
import { useAdminT } from './texts.ts'

export interface PageContentProps {
  readonly id: string
  readonly pathname: string
}

export function PageContent({ id, pathname }: PageContentProps) {
  return isIframePath(id) ? <FramePage pathname={pathname} /> : <LoadedPage pathname={pathname} />
}

function LoadedPage({ pathname }: { readonly pathname: string }) {
  const t = useT()
  const tAdmin = useAdminT()
  const loaded = useLoaded(
    pathname.toLowerCase(),
    () => loadPage(pathname),
    () => loadedPage(pathname),
  )
  useRetryWhenReplaced(loaded)
  if (loaded.state === 'loading')
    return (
      <p className="tw-visually-hidden" role="status">
        {t('shell.loading')}
      </p>
    )
  if (loaded.state === 'failed') {
    return isMissingChunk(loaded.error) ? (
      <Failure title={t('page.loadFailed')} text={t('page.newVersion')} />
    ) : (
      <Failure title={t('page.loadFailed')} text={errorText(loaded.error)} retry={loaded.retry} />
    )
  }
  const Page = loaded.value.page
  return Page ? <Page /> : <Failure title={t('title.notFound')} text={tAdmin('noScreen')} />
}

/** While one develops, code that could not be loaded may have been corrected. */
function useRetryWhenReplaced(page: LoadState<unknown>): void {
  const retry = useEffectEvent(() => {
    if (page.state === 'failed') page.retry()
  })
  useEffect(() => onReplaced(() => retry()), [])
}
