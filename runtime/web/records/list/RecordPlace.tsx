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
  const [form, setForm] = useState<ShownForm>({ target: state.form, isOpen: state.form !== null, opening: 0 })
  const next = following(form, state.form)
  if (next !== form) setForm(next)
  const { target, isOpen, opening } = next
  if (target === null) return null
  const ids = flatRows(loaded.rows).map((row) => row.id)
  const position = target === 'new' ? -1 : ids.indexOf(target)
  const linkTo = (id: number | undefined) =>
    position < 0 || id === undefined ? undefined : () => go({ form: id }, 'replace')
  return (
    <RecordDrawer
      key={opening}
      model={model}
      id={target === 'new' ? null : target}
      isOpen={isOpen}
      onSaved={() => void reload()}
      onAdded={(id) => go({ form: id }, 'replace')}
      onClose={closeForm}
      onClosed={() => setForm((current) => (current.isOpen ? current : { ...current, target: null }))}
      onPrevious={linkTo(ids[position - 1])}
      onNext={linkTo(ids[position + 1])}
    />
  )
}

function following(form: ShownForm, target: FormTarget | null): ShownForm {
  if (target === null) return form.isOpen ? { ...form, isOpen: false } : form
  if (!form.isOpen) return { target: target, isOpen: true, opening: form.opening + 1 }
  return form.target === target ? form : { ...form, target: target }
}
