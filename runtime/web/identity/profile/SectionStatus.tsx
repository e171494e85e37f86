import { Button } from '@blueprintjs/core'
import { errorText } from '../../core/api/api-error.ts'
import type { Loaded } from '../../core/loading/use-loaded.ts'
import { useT } from './texts.ts'

interface SectionStatusProps {
  readonly loaded: Exclude<Loaded<unknown>, { readonly state: 'ready' }>
}

/** A section of the profile while its content is loaded, and when that failed. */
export function SectionStatus({ loaded }: SectionStatusProps) {
  const t = useT()
  if (loaded.state === 'loading')
    return (
      <p role="status" className="tw-muted">
        {t('loading')}
      </p>
    )
  return (
    <p role="alert">
      {errorText(loaded.error)} <Button size="small" text={t('try-again')} onClick={loaded.retry} />
    </p>
  )
}
