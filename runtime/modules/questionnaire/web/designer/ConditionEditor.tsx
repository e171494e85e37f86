/** A condition as a list of comparisons of which all or any have to be met, each of which can be such a list itself. */
import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { Add, Cross, Plus } from '@blueprintjs/icons'
import { keysOf, labelOf, type Comparison, type Condition, type Item } from '../../shared/item.ts'
import { useT } from '../texts.ts'
import {
  comparisonOf,
  conditionOf,
  formOf,
  formsOf,
  groupModes,
  groupOf,
  valueOf,
  withForm,
  withValue,
} from './edit-condition.ts'

interface EditorProps {
  readonly condition: Condition
  /** Items that it may be about. */
  readonly items: readonly Item[]
  readonly onChange: (condition: Condition) => void
  readonly onRemove: () => void
}

export function ConditionEditor(props: EditorProps) {
  const { condition, items, onChange } = props
  const t = useT()
  if (groupOf(condition)) return <GroupEditor {...props} />
  const add = (): void => onChange({ op: 'and', parts: [condition, answeredLast(items)] })
  return (
    <>
      <ComparisonEditor {...props} />
      <Button variant="minimal" icon={<Plus />} text={t('add-part')} onClick={add} />
    </>
  )
}

const answeredLast = (items: readonly Item[]): Comparison => ({ op: 'answered', item: items.at(-1)?.key ?? '' })

function GroupEditor({ condition, items, onChange, onRemove }: EditorProps) {
  const t = useT()
  const { mode = 'all-of', parts = [] } = groupOf(condition) ?? {}
  const change = (next: readonly Condition[]): void => {
    if (next.length === 0) onRemove()
    else onChange(conditionOf({ mode, parts: next }))
  }
  const numbered = parts.map((part, place) => ({ part, place, name: `part ${place}` }))
  return (
    <div className="questionnaire-group">
      <HTMLSelect
        aria-label={t('join')}
        value={mode}
        options={groupModes.map((name) => ({ value: name, label: t(name) }))}
        onChange={(event) => {
          const next = groupModes.find((name) => name === event.target.value) ?? mode
          onChange(conditionOf({ mode: next, parts }))
        }}
      />
      <ul>
        {numbered.map(({ part, place, name }) => {
          const Editor = groupOf(part) ? ConditionEditor : ComparisonEditor
          return (
            <li key={name}>
              <Editor
                condition={part}
                items={items}
                onChange={(next) => change(parts.with(place, next))}
                onRemove={() => change(parts.toSpliced(place, 1))}
              />
            </li>
          )
        })}
      </ul>
      <Button
        variant="minimal"
        icon={<Plus />}
        text={t('add-part')}
        onClick={() => change([...parts, answeredLast(items)])}
      />
      <Button
        variant="minimal"
        icon={<Add />}
        text={t('add-group')}
        onClick={() => change([...parts, { op: 'or', parts: [answeredLast(items), answeredLast(items)] }])}
      />
    </div>
  )
}

/** The question, how its answer is compared, and with what. */
function ComparisonEditor({ condition, items, onChange, onRemove }: EditorProps) {
  const t = useT()
  const { item: key } = comparisonOf(condition)
  const item = items.find((candidate) => candidate.key === key)
  const form = formOf(condition, item)
  return (
    <div className="questionnaire-part">
      <HTMLSelect
        aria-label={t('title')}
        value={key}
        options={[
          ...(item ? [] : [{ value: key, label: '?' }]),
          ...items.map((candidate) => ({ value: candidate.key, label: candidate.title })),
        ]}
        onChange={(event) => onChange({ op: 'answered', item: event.target.value })}
      />
      {item && (
        <HTMLSelect
          aria-label={t('comparison')}
          value={form}
          options={formsOf(item, form).map((name) => ({ value: name, label: t(`form-${name}`) }))}
          onChange={(event) => onChange(withForm(condition, item, event.target.value))}
        />
      )}
      {item && <ValueInput condition={condition} item={item} onChange={onChange} />}
      <Button variant="minimal" icon={<Cross />} aria-label={t('remove')} onClick={onRemove} />
    </div>
  )
}

function ValueInput({ condition, item, onChange }: Pick<EditorProps, 'condition' | 'onChange'> & { item: Item }) {
  const t = useT()
  const value = valueOf(condition)
  if (value === null) return null
  if (typeof value === 'object') return <span>{value.map((key) => labelOf(item, key)).join(', ')}</span>
  const keys = keysOf(item)
  const change = (text: string): void => onChange(withValue(condition, text))
  if (keys.length === 0 || typeof value === 'number')
    return (
      <InputGroup
        aria-label={t('value')}
        className="questionnaire-value"
        inputMode={typeof value === 'number' ? 'decimal' : 'text'}
        key={`${item.key} ${typeof value}`}
        defaultValue={String(value)}
        onChange={(event) => change(event.target.value)}
      />
    )
  return (
    <HTMLSelect
      aria-label={t('value')}
      value={value}
      options={[
        ...(keys.includes(value) ? [] : [{ value, label: '?' }]),
        ...keys.map((key) => ({ value: key, label: labelOf(item, key) })),
      ]}
      onChange={(event) => change(event.target.value)}
    />
  )
}
