/** Asks before a composition is lost that is not saved: on another paper, on closing the page or the browser's tab. */
import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useEffect } from 'react'
import { usePage } from 'tablewright/web'
import { useT } from './texts.ts'

export function UnsavedDialog({ isDirty }: { readonly isDirty: boolean }) {
  const t = useT()
  const { guard, blocked } = usePage()
  useEffect(() => guard?.(() => isDirty), [guard, isDirty])
  useEffect(() => {
    if (!isDirty) return
    const preventUnload = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', preventUnload)
    return () => window.removeEventListener('beforeunload', preventUnload)
  }, [isDirty])
  return (
    <Dialog isOpen={blocked !== null} title={t('leave-title')} onClose={() => blocked?.reset()}>
      <DialogBody>{t('leave-note')}</DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('stay')} onClick={() => blocked?.reset()} />
            <Button intent="danger" text={t('leave')} onClick={() => blocked?.proceed()} />
          </>
        }
      />
    </Dialog>
  )
}
