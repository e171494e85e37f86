import { useState } from 'react'
import { lazyComponent } from '../../core/loading/lazy-component.tsx'
import { useListActions, useListData } from './context/contexts.ts'
import type { FormTarget } from './query/list-state.ts'
import { flatRows } from './tree.ts'

const RecordDrawer = lazyComponent(async () => (await import('../record/RecordDrawer.tsx')).RecordDrawer)

interface ShownForm {
  /** null = no form is on the screen. */
  readonly target: FormTarget | null
  /** False while the form leaves the screen: the address has left it already. */
  readonly isOpen: boolean
  /** Counts the times a form was opened: each begins with nothing of the one before. */
  readonly opening: number
}

/** The record form over the list, when the address asks for it; it leads on to the neighbours in the list. */
export function RecordPlace() {
  const { model, state, loaded } = useListData()
  const { go, closeForm, reload } = useListActions()
  const [shown, setShown] = useState<ShownForm>({ target: state.form, isOpen: state.form !== null, opening: 0 })
  const next = following(shown, state.form)
  if (next !== shown) setShown(next)
  const { target, isOpen, opening } = next
  if (target === null) return null
  const ids = flatRows(loaded.rows).map((row) => row.id)
  const at = target === 'new' ? -1 : ids.indexOf(target)
  const linkTo = (id: number | undefined) =>
    at < 0 || id === undefined ? undefined : () => go({ form: id }, 'replace')
  return (
    <RecordDrawer
      key={`${target === 'new' ? 'new' : 'edit'} ${opening}`}
      model={model}
      id={target === 'new' ? null : target}
      isOpen={isOpen}
      onSaved={() => void reload()}
      onClose={closeForm}
      onClosed={() => setShown((current) => (current.isOpen ? current : { ...current, target: null }))}
      onPrevious={linkTo(ids[at - 1])}
      onNext={linkTo(ids[at + 1])}
    />
  )
}

function following(shown: ShownForm, asked: FormTarget | null): ShownForm {
  if (asked === null) return shown.isOpen ? { ...shown, isOpen: false } : shown
  if (!shown.isOpen) return { target: asked, isOpen: true, opening: shown.opening + 1 }
  return shown.target === asked ? shown : { ...shown, target: asked }
}
