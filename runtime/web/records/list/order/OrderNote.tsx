import { Button, Callout } from '@blueprintjs/core'
import { useListData } from '../context/contexts.ts'
import { isNarrowed } from '../query/list-state.ts'
import { useT } from '../texts/index.ts'

/** Why records cannot be reordered now and how they can; or what to mind while they are. */
export function OrderNote() {
  const {
    state,
    reordering: { isOn, isRefused, sort },
  } = useListData()
  const t = useT()
  const isFiltered = isOn && isNarrowed(state)
  return (
    <div role="status" className="list-note">
      {isRefused && (
        <Callout compact intent="warning">
          {t('reorderWhyNot')} <Button size="small" text={t('sortByWeight')} onClick={sort} />
        </Callout>
      )}
      {isFiltered && (
        <Callout compact intent="primary">
          {t('reorderNarrowed')}
        </Callout>
      )}
    </div>
  )
}
