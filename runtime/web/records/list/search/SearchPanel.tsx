import { Button } from '@blueprintjs/core'
import { useId, useLayoutEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import type { FieldModel } from '../../../../protocol/index.ts'
import { opensKeyboard } from '../../../form/first-field.ts'
import { useReturnFocus } from '../../../core/react/use-return-focus.ts'
import type { Condition } from '../../../fields/renderer.ts'
import { FilledFilter } from '../../../fields/FilledFilter.tsx'
import { filters } from '../../../fields/filters.ts'
import { useLabel } from '../../../core/i18n/language.ts'
import { useListActions, useListData } from '../context/contexts.ts'
import { useT } from '../texts/index.ts'
import { draftOf, offeredFilters, operatorOf, searchOf, type Draft } from './draft.ts'

/** How many conditions are offered before "more". */
const firstCount = 8

/** The common search: a condition per field in the way of its kind, put into force together. */
export function SearchPanel({ onClose }: { readonly onClose: () => void }) {
  const { model, state } = useListData()
  const { narrow } = useListActions()
  const t = useT()
  const form = useRef<HTMLFormElement>(null)
  const [changes, setChanges] = useState<Draft>({})
  const [isWhole, setIsWhole] = useState(false)
  const draft = { ...draftOf(model, state.search), ...changes }
  const offered = offeredFilters(model)
  const visibleFields = isWhole ? offered : offered.filter((field, index) => index < firstCount || draft[field.name])
  const giveFocusBack = useReturnFocus()
  const leave = () => {
    onClose()
    giveFocusBack()
  }
  useLayoutEffect(() => {
    if (!opensKeyboard()) form.current?.querySelector<HTMLElement>('input, select, button')?.focus()
  }, [])
  const apply = (event: FormEvent) => {
    event.preventDefault()
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (wrong) return wrong.focus()
    setChanges({})
    narrow({ search: searchOf(model, state.search, draft) })
  }
  const closeByEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) leave()
  }
  const reset = () => {
    setChanges({})
    narrow({ search: [] })
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape repeats its button
    <form ref={form} className="list-search" aria-label={t('searchPanel')} onSubmit={apply} onKeyDown={closeByEscape}>
      <div className="list-search-fields">
        {visibleFields.map((field) => (
          <FilterField
            key={field.name}
            field={field}
            value={draft[field.name] ?? null}
            onChange={(value) => setChanges((before) => ({ ...before, [field.name]: value }))}
          />
        ))}
      </div>
      <div className="list-search-foot">
        <Button type="submit" intent="primary" text={t('apply')} />
        <Button text={t('reset')} onClick={reset} />
        {offered.length > firstCount && (
          <Button
            variant="minimal"
            aria-expanded={isWhole}
            text={t(isWhole ? 'fewerConditions' : 'moreConditions')}
            onClick={() => setIsWhole(!isWhole)}
          />
        )}
        <Button variant="minimal" className="list-search-close" text={t('close')} onClick={leave} />
      </div>
    </form>
  )
}

interface FilterFieldProps {
  readonly field: FieldModel
  readonly value: Condition | null
  readonly onChange: (value: Condition | null) => void
}

function FilterField({ field, value, onChange }: FilterFieldProps) {
  const { locale } = useListData()
  const label = useLabel()
  const id = useId()
  const operator = operatorOf(field)
  const Filter = operator === 'NULL' || operator === 'NOT NULL' ? FilledFilter : filters[field.kind]
  if (!Filter) return null
  return (
    <div className="list-search-field">
      <label id={`${id}-label`} htmlFor={id}>
        {label(field.label)}
        {field.unit && <span className="list-unit">{label(field.unit)}</span>}
      </label>
      <Filter id={id} field={field} operator={operator} value={value} onChange={onChange} locale={locale} />
    </div>
  )
}
