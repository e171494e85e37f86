/** When a question is shown and where it jumps, in words. Combined conditions are shown and can be removed. */
import { Button, HTMLSelect } from '@blueprintjs/core'
import { comparisonsIn } from '../../shared/condition.ts'
import { end, isText, isUpload, keysOf, labelOf, type Condition, type Item } from '../../shared/item.ts'
import { useT } from '../texts.ts'

interface LogicProps {
  readonly item: Item
  readonly index: number
  readonly items: readonly Item[]
  readonly change: (values: Partial<Item>) => void
  readonly onChange: (item: Item) => void
}

export function LogicEditor({ item, index, items, change, onChange }: LogicProps) {
  const t = useT()
  const earlier = items.slice(0, index)
  const later = items.slice(index + 1)
  const { show, jumps = [] } = item
  const first = (candidates: readonly Item[]): Condition => ({ op: 'answered', item: candidates.at(-1)?.key ?? '' })
  const removeShow = (): void => {
    const { show: _show, ...rest } = item
    onChange(rest)
  }
  return (
    <div className="questionnaire-logic">
      {show ? (
        <div role="group" aria-label={t('show-when')}>
          <span>{t('show-when')}</span>
          <ConditionInput condition={show} items={earlier} onChange={(condition) => change({ show: condition })} />
          <Button variant="minimal" icon="cross" aria-label={t('remove')} onClick={removeShow} />
        </div>
      ) : (
        earlier.length > 0 && (
          <Button
            variant="minimal"
            icon="eye-open"
            text={t('add-show')}
            onClick={() => change({ show: first(earlier) })}
          />
        )
      )}
      {jumps
        .map((jump, place) => ({ jump, place, name: `jump ${place}` }))
        .map(({ jump, place, name }) => (
          <div key={name} role="group" aria-label={t('jump-when')}>
            <span>{t('jump-when')}</span>
            <ConditionInput
              condition={jump.when ?? first([item])}
              items={items.slice(0, index + 1)}
              onChange={(when) => change({ jumps: jumps.with(place, { ...jump, when }) })}
            />
            <HTMLSelect
              aria-label={t('jump-to')}
              value={jump.to}
              options={[
                ...later.map(({ key, title }) => ({ value: key, label: title })),
                { value: end, label: t('end') },
              ]}
              onChange={(event) => change({ jumps: jumps.with(place, { ...jump, to: event.target.value }) })}
            />
            <Button
              variant="minimal"
              icon="cross"
              aria-label={t('remove')}
              onClick={() => change({ jumps: jumps.toSpliced(place, 1) })}
            />
          </div>
        ))}
      <Button
        variant="minimal"
        icon="arrow-right"
        text={t('add-jump')}
        onClick={() => change({ jumps: [...jumps, { when: first([item]), to: end }] })}
      />
    </div>
  )
}

interface ConditionProps {
  readonly condition: Condition
  readonly items: readonly Item[]
  readonly onChange: (condition: Condition) => void
}

/** One comparison: the question, and its answer. */
function ConditionInput({ condition, items, onChange }: ConditionProps) {
  const t = useT()
  if (!('item' in condition)) return <em>{t('complex', { count: comparisonsIn(condition).length })}</em>
  const item = items.find(({ key }) => key === condition.item)
  const value = condition.op === 'equals' || condition.op === 'contains' ? condition.value : ''
  const other =
    condition.op === 'compare'
      ? `${condition.sign} ${condition.value}`
      : condition.op === 'in'
        ? condition.values.join()
        : ''
  return (
    <>
      <HTMLSelect
        aria-label={t('title')}
        value={condition.item}
        options={[
          ...(item ? [] : [{ value: condition.item, label: '?' }]),
          ...items.map(({ key, title }) => ({ value: key, label: title })),
        ]}
        onChange={(event) => onChange({ op: 'answered', item: event.target.value })}
      />
      {other !== '' && <span>{other}</span>}
      {other === '' && item && !isText(item) && !isUpload(item) && (
        <HTMLSelect
          aria-label={t('is')}
          value={value}
          options={[
            { value: '', label: t('answered') },
            ...keysOf(item).map((key) => ({ value: key, label: `${t('is')} ${labelOf(item, key)}` })),
          ]}
          onChange={(event) =>
            onChange(
              event.target.value === ''
                ? { op: 'answered', item: condition.item }
                : { op: 'contains', item: condition.item, value: event.target.value },
            )
          }
        />
      )}
      {other === '' && item && (isText(item) || isUpload(item)) && <span>{t('answered')}</span>}
    </>
  )
}
