import { Button, Callout } from '@blueprintjs/core'
import { useScreen } from '../screen.ts'
import { isNarrowed } from '../state.ts'
import { useTexts } from '../texts/index.ts'

interface OrderNoteProps {
  readonly isOn: boolean
  /** Reordering was asked for while the list is sorted otherwise. */
  readonly isRefused: boolean
  readonly onSort: () => void
}

/** Why records cannot be reordered now and how they can; or what to mind while they are. */
export function OrderNote({ isOn, isRefused, onSort }: OrderNoteProps) {
  const { state } = useScreen()
  const say = useTexts()
  const isFiltered = isOn && isNarrowed(state)
  return (
    <div role="status" className="list-note">
      {isRefused && <Callout compact intent="warning">{say('reorderWhyNot')} <Button size="small" text={say('sortByWeight')} onClick={onSort} /></Callout>}
      {isFiltered && <Callout compact intent="primary">{say('reorderNarrowed')}</Callout>}
    </div>
  )
}
