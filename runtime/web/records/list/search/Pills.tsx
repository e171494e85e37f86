import { Button } from '@blueprintjs/core'
import { Cross } from '@blueprintjs/icons'
import { Fragment, type ReactNode } from 'react'
import { fieldOf, type Filter, type Operator } from '../../../../protocol/index.ts'
import { fieldRenderers } from '../../../fields/field-renderers.ts'
import { useLabel } from '../../../core/i18n/language.ts'
import { useListActions, useListData } from '../context/contexts.ts'
import { useT } from '../texts/index.ts'

/** The conditions in force, each with a button that takes it away. */
export function Pills() {
  const { state } = useListData()
  const { narrow } = useListActions()
  const t = useT()
  if (state.search.length === 0) return null
  return (
    <div className="list-pills">
      <ul aria-label={t('pills')}>
        {state.search.map((filter, index) => (
          <FilterPill
            key={pillKey(filter, state.search.slice(0, index), index)}
            filter={filter}
            onRemove={() => narrow({ search: state.search.toSpliced(index, 1) })}
          />
        ))}
      </ul>
      {state.search.length > 1 && (
        <Button variant="minimal" size="small" text={t('clearAll')} onClick={() => narrow({ search: [] })} />
      )}
    </div>
  )
}

/** Tells conditions apart, also when the address carries the same one twice. */
function pillKey(filter: Filter, before: readonly Filter[], index: number): string {
  const text = JSON.stringify(filter)
  return `${text} ${before.some((other) => JSON.stringify(other) === text) ? index : ''}`
}

function FilterPill({ filter: condition, onRemove }: { readonly filter: Filter; readonly onRemove: () => void }) {
  const { model } = useListData()
  const t = useT()
  const label = useLabel()
  const filter = comparisonOf(condition)
  const field = fieldOf(model, filter.field)
  const name = field ? label(field.label) : filter.field
  const operator = t(`operator.${filter.operator}`)
  return (
    <li className="list-pill">
      <span className="list-pill-text">
        <span className="list-pill-field">{name}</span> {operator}{' '}
        <b>
          <Operands filter={filter} />
        </b>
      </span>
      <button
        type="button"
        className="list-pill-remove"
        aria-label={t('pillRemove', { condition: `${name} ${operator} ${String(filter.val)}` })}
        onClick={onRemove}
      >
        <Cross size={12} />
      </button>
    </li>
  )
}

/** A range with one open end, as the comparison it amounts to: "is at least 50" reads better than "is between". */
function comparisonOf(filter: Filter): Filter {
  if (!withRange.includes(filter.operator)) return filter
  const [from = '', to = ''] = textOf(filter.val).split(',')
  if (from !== '' && to !== '') return filter
  const isInside = filter.operator === 'RANGE'
  return to === ''
    ? { ...filter, operator: isInside ? 'egt' : 'lt', val: from }
    : { ...filter, operator: isInside ? 'elt' : 'gt', val: to }
}

const textOf = (value: Filter['val']): string => (typeof value === 'string' ? value : value.join(','))

const withoutOperand: readonly Operator[] = ['NULL', 'NOT NULL']
const withRange: readonly Operator[] = ['RANGE', 'NOT RANGE']
const withList: readonly Operator[] = ['IN', 'NOT IN', 'FIND_IN_SET']

/** What the condition compares with, each value in the words of its kind. */
function Operands({ filter }: { readonly filter: Filter }): ReactNode {
  const { model, locale } = useListData()
  const t = useT()
  const field = fieldOf(model, filter.field)
  const Operand = field && fieldRenderers[field.kind].Operand
  if (withoutOperand.includes(filter.operator)) return null
  const text = textOf(filter.val)
  if (withRange.includes(filter.operator)) {
    const [from = '', to = ''] = text.split(',')
    return t('rangeBoth', { from, to })
  }
  const values = withList.includes(filter.operator)
    ? typeof filter.val === 'string'
      ? filter.val.split(',')
      : filter.val
    : [text]
  return values.map((value, index) => (
    <Fragment key={value}>
      {index > 0 && ', '}
      {Operand ? <Operand field={field} text={value} locale={locale} /> : value}
    </Fragment>
  ))
}
