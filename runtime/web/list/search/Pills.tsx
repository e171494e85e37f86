import { Button } from '@blueprintjs/core'
import { Cross } from '@blueprintjs/icons'
import { Fragment, type ReactNode } from 'react'
import { fieldOf, type Filter, type Operator } from '../../../protocol/index.ts'
import { fieldRenderers } from '../../fields/field-renderers.ts'
import { useLabel } from '../../i18n/language.ts'
import { useScreen } from '../context/use-list.ts'
import { useT } from '../texts/index.ts'

/** The conditions in force, each with a button that takes it away. */
export function Pills() {
  const { state, narrow } = useScreen()
  const t = useT()
  if (state.search.length === 0) return null
  return (
    <div className="list-pills">
      <ul aria-label={t('pills')}>
        {state.search.map((filter, at) => (
          <FilterPill
            key={`${filter.field} ${filter.operator} ${at}`}
            filter={filter}
            onRemove={() => narrow({ search: state.search.toSpliced(at, 1) })}
          />
        ))}
      </ul>
      {state.search.length > 1 && (
        <Button variant="minimal" size="small" text={t('clearAll')} onClick={() => narrow({ search: [] })} />
      )}
    </div>
  )
}

function FilterPill({ filter, onRemove }: { readonly filter: Filter; readonly onRemove: () => void }) {
  const { model } = useScreen()
  const t = useT()
  const label = useLabel()
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

const withoutOperand: readonly Operator[] = ['NULL', 'NOT NULL']
const withRange: readonly Operator[] = ['RANGE', 'NOT RANGE']
const withList: readonly Operator[] = ['IN', 'NOT IN', 'FIND_IN_SET']

/** What the condition compares with, each value in the words of its kind. */
function Operands({ filter }: { readonly filter: Filter }): ReactNode {
  const { model, site } = useScreen()
  const t = useT()
  const field = fieldOf(model, filter.field)
  const Operand = field && fieldRenderers[field.kind].Operand
  if (withoutOperand.includes(filter.operator)) return null
  const text = typeof filter.val === 'string' ? filter.val : filter.val.join(',')
  if (withRange.includes(filter.operator)) {
    const [from = '', to = ''] = text.split(',')
    return t(from === '' ? 'rangeTo' : to === '' ? 'rangeFrom' : 'rangeBoth', { from, to })
  }
  const values = withList.includes(filter.operator)
    ? typeof filter.val === 'string'
      ? filter.val.split(',')
      : filter.val
    : [text]
  return values.map((value, at) => (
    <Fragment key={value}>
      {at > 0 && ', '}
      {Operand ? <Operand field={field} text={value} site={site} /> : value}
    </Fragment>
  ))
}
