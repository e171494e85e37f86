import { Button, Callout } from '@blueprintjs/core'
import { errorText } from 'tablewright/web'
import { useT } from './texts.ts'

export function Problem({ error, retry }: { readonly error: unknown; readonly retry: () => void }) {
  const t = useT()
  return (
    <Callout compact intent="danger" role="alert">
      {errorText(error)} <Button size="small" text={t('retry')} onClick={retry} />
    </Callout>
  )
}
