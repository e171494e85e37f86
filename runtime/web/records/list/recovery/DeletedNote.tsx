import { Button, Callout } from '@blueprintjs/core'
import { useListData } from '../context/contexts.ts'
import { useT } from '../texts/index.ts'

/** Says that the rows are those of deleted records, with the way back. */
export function DeletedNote() {
  const { deleted, state } = useListData()
  const t = useT()
  return (
    <div role="status" className="list-note">
      {deleted && state.deleted && (
        <Callout compact intent="warning">
          {t('deletedShown')} <Button size="small" text={t('deletedLeave')} onClick={deleted.toggle} />
        </Callout>
      )}
    </div>
  )
}
