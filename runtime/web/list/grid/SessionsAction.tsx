import { Button } from '@blueprintjs/core'
import { Desktop } from '@blueprintjs/icons'
import { useState } from 'react'
import { SessionsDialog } from '../../profile/SessionsDialog.tsx'
import { useT } from '../texts/index.ts'

/** Opens where an account is signed in. */
export function SessionsAction({ adminId, name }: { readonly adminId: number; readonly name: string }) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="minimal"
        size="small"
        icon={<Desktop />}
        data-tip={t('sessions')}
        aria-label={t('sessionsOf', { name })}
        onClick={() => setOpen(true)}
      />
      {isOpen && <SessionsDialog adminId={adminId} name={name} onClose={() => setOpen(false)} />}
    </>
  )
}
