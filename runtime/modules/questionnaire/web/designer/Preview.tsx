/** The questions that a person with the answers given here sees, while one designs. */
import { InputGroup, Switch } from '@blueprintjs/core'
import { useMemo, useState } from 'react'
import {
  hasManyKeys,
  isText,
  isUpload,
  keysOf,
  labelOf,
  type Answer,
  type Answers,
  type Item,
} from '../../shared/item.ts'
import { applyLogic } from '../../shared/visibility.ts'
import { useT } from '../texts.ts'

export function Preview({ items }: { readonly items: readonly Item[] }) {
  const t = useT()
  const [isOn, setOn] = useState(false)
  const [answers, setAnswers] = useState<Answers>({})
  const visible = useMemo(() => applyLogic(items, answers), [items, answers])
  return (
    <>
      <Switch label={t('preview')} checked={isOn} onChange={(event) => setOn(event.target.checked)} />
      {isOn && (
        <ol className="questionnaire-preview">
          {visible.items.map((item) => (
            <li key={item.key}>
              <PreviewItem
                item={item}
                answer={answers[item.key] ?? {}}
                onChange={(answer) => setAnswers({ ...answers, [item.key]: answer })}
              />
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

interface PreviewItemProps {
  readonly item: Item
  readonly answer: Answer
  readonly onChange: (answer: Answer) => void
}

function PreviewItem({ item, answer, onChange }: PreviewItemProps) {
  const { keys = [], text = '' } = answer
  const choose = (key: string): void => {
    if (!hasManyKeys(item)) return onChange({ keys: [key] })
    onChange({ keys: keysOf(item).filter((own) => (own === key) !== keys.includes(own)) })
  }
  return (
    <fieldset>
      <legend>{item.title}</legend>
      {isText(item) && (
        <InputGroup aria-label={item.title} value={text} onChange={(event) => onChange({ text: event.target.value })} />
      )}
      {!isText(item) &&
        !isUpload(item) &&
        keysOf(item).map((key) => (
          <label key={key}>
            <input
              type={hasManyKeys(item) ? 'checkbox' : 'radio'}
              name={`preview ${item.key}`}
              checked={keys.includes(key)}
              onChange={() => choose(key)}
            />{' '}
            {labelOf(item, key)}
          </label>
        ))}
    </fieldset>
  )
}
