/** When a question is shown and where it jumps, in words. */
import { Button, HTMLSelect } from '@blueprintjs/core'
import { ArrowRight, EyeOpen } from '@blueprintjs/icons'
import { end, type Condition, type Item } from '../../shared/item.ts'
import { useT } from '../texts.ts'
import { ConditionEditor } from './ConditionEditor.tsx'

interface LogicProps {
  readonly item: Item
  readonly index: number
  readonly items: readonly Item[]
  readonly change: (values: Partial<Item>) => void
  readonly onChange: (item: Item) => void
}

const answered = ({ key }: Item): Condition => ({ op: 'answered', item: key })

export function LogicEditor({ item, index, items, change, onChange }: LogicProps) {
  const t = useT()
  const earlier = items.slice(0, index)
  const { show, jumps = [] } = item
  const last = earlier.at(-1)
  const removeShow = (): void => {
    const { show: _show, ...rest } = item
    onChange(rest)
  }
  return (
    <div className="questionnaire-logic">
      {show && (
        <div role="group" aria-label={t('show-when')} className="questionnaire-rule">
          <span>{t('show-when')}</span>
          <ConditionEditor
            condition={show}
            items={earlier}
            onChange={(condition) => change({ show: condition })}
            onRemove={removeShow}
          />
        </div>
      )}
      {!show && last && (
        <Button
          variant="minimal"
          icon={<EyeOpen />}
          text={t('add-show')}
          onClick={() => change({ show: answered(last) })}
        />
      )}
      <Jumps item={item} index={index} items={items} change={change} />
      <Button
        variant="minimal"
        icon={<ArrowRight />}
        text={t('add-jump')}
        onClick={() => change({ jumps: [...jumps, { when: answered(item), to: end }] })}
      />
    </div>
  )
}

function Jumps({ item, index, items, change }: Omit<LogicProps, 'onChange'>) {
  const t = useT()
  const { jumps = [] } = item
  const targets = [
    ...items.slice(index + 1).map(({ key, title }) => ({ value: key, label: title })),
    { value: end, label: t('end') },
  ]
  const numbered = jumps.map((jump, place) => ({ jump, place, name: `jump ${place}` }))
  return numbered.map(({ jump, place, name }) => (
    <div key={name} role="group" aria-label={t('jump-when')} className="questionnaire-rule">
      <span>{t('jump-when')}</span>
      <ConditionEditor
        condition={jump.when ?? answered(item)}
        items={items.slice(0, index + 1)}
        onChange={(when) => change({ jumps: jumps.with(place, { ...jump, when }) })}
        onRemove={() => change({ jumps: jumps.toSpliced(place, 1) })}
      />
      <HTMLSelect
        aria-label={t('jump-to')}
        value={jump.to}
        options={targets}
        onChange={(event) => change({ jumps: jumps.with(place, { ...jump, to: event.target.value }) })}
      />
    </div>
  ))
}
