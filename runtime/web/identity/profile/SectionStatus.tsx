import { Button } from '@blueprintjs/core'
import { errorText } from '../../core/api/api-error.ts'
import type { LoadState } from '../../core/loading/use-loaded.ts'
import { useT } from './texts.ts'

interface SectionStatusProps {
  readonly loaded: Exclude<LoadState<unknown>, { readonly state: 'ready' }>
}

/** A section of the profile while its content is loaded, and when that failed. */
export function SectionStatus({ loaded: loadState }: SectionStatusProps) {
  const t = useT()
  if (loadState.state === 'loading')
    return (
      <p role="status" className="tw-muted">
        {t('loading')}
      </p>
    )
  return (
    <p role="alert">
      {errorText(loadState.error)} <Button size="small" text={t('try-again')} onClick={loadState.retry} />
    </p>
  )
}
