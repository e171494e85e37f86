import { Button, Callout } from '@blueprintjs/core'
import { useScreen } from '../screen.ts'
import { useTexts } from '../texts/index.ts'

/** Says that the rows are those of deleted records, with the way back. */
export function DeletedNote() {
  const { deleted, state } = useScreen()
  const say = useTexts()
  return (
    <div role="status" className="list-note">
      {deleted && state.deleted && (
        <Callout compact intent="warning">
          {say('deletedShown')} <Button size="small" text={say('deletedLeave')} onClick={deleted.toggle} />
        </Callout>
      )}
    </div>
  )
}
