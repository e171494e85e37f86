import { lazyComponent } from '../loading/lazy-component.tsx'
import { useListActions, useListData } from './context/contexts.ts'
import { flatRows } from './tree/tree.ts'

const RecordDrawer = lazyComponent(async () => (await import('../record/RecordDrawer.tsx')).RecordDrawer)

/** The record form over the list, when the address asks for it; it leads on to the neighbours in the list. */
export function RecordPlace() {
  const { model, state, loaded } = useListData()
  const { go, closeForm, reload } = useListActions()
  const { form } = state
  if (form === null) return null
  const ids = flatRows(loaded.rows).map((row) => row.id)
  const at = form === 'new' ? -1 : ids.indexOf(form)
  const linkTo = (id: number | undefined) =>
    at < 0 || id === undefined ? undefined : () => go({ form: id }, 'replace')
  return (
    <RecordDrawer
      key={form === 'new' ? 'new' : 'edit'}
      model={model}
      id={form === 'new' ? null : form}
      onSaved={() => void reload()}
      onClose={closeForm}
      onPrevious={linkTo(ids[at - 1])}
      onNext={linkTo(ids[at + 1])}
    />
  )
}
