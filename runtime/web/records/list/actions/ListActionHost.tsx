import { ActionHost } from '../../actions/ActionHost.tsx'
import { useListActions, useListData } from '../context/contexts.ts'

/**
 * Carries out the actions of a list: records an action was carried out on are deselected, and the rows are loaded
 * again.
 */
export function ListActionHost() {
  const { model } = useListData()
  const { deselect, reload, focusActiveRow } = useListActions()
  const reportChange = async (ids: readonly number[]): Promise<void> => {
    deselect(ids)
    await reload()
  }
  return <ActionHost model={model} place="list" onChanged={reportChange} takeFocus={focusActiveRow} />
}
