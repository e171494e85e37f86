/** The indexes of a table: which fields, in which order, and whether their values are unique. */
import { Button, Checkbox, HTMLSelect, Tag } from '@blueprintjs/core'
import { Plus, Trash } from '@blueprintjs/icons'
import { useState } from 'react'
import { useLanguage } from '../../core/i18n/language.ts'
import { fieldsOf, labelOf, objectOf, textsOf } from './schema-values.ts'
import { useT } from './texts.ts'
import type { Design } from './use-design.ts'

export function IndexEditor({ design }: { readonly design: Design }) {
  const t = useT()
  const language = useLanguage()
  const [selection, setSelection] = useState<readonly string[]>([])
  const [next, setNext] = useState('')
  const [isUnique, setUnique] = useState(false)
  const { document, entity } = design
  const indexes = Object.entries(objectOf(document?.['x-index'])).map(
    ([name, index]) => [name, objectOf(index)] as const,
  )
  const fields = fieldsOf(document)
  const labels = new Map(fields.map(([name, schema]) => [name, labelOf(schema, name)[language]]))
  const add = async (): Promise<void> => {
    const name = selection.join('_').slice(0, 31)
    if (await design.change({ op: 'addIndex', entity, name, on: selection, ...(isUnique && { unique: true }) })) {
      setSelection([])
      setUnique(false)
    }
  }
  return (
    <div className="designer-indexes">
      {indexes.length === 0 && <p>{t('no-indexes')}</p>}
      <ul>
        {indexes.map(([name, index]) => (
          <li key={name}>
            {textsOf(index['on'])
              .map((field) => labels.get(field) ?? field)
              .join(' + ')}{' '}
            {index['unique'] === true && <Tag minimal>{t('unique')}</Tag>}
            <Button
              size="small"
              variant="minimal"
              icon={<Trash />}
              aria-label={t('remove-index', { name })}
              onClick={() => void design.change({ op: 'removeIndex', entity, name })}
            />
          </li>
        ))}
      </ul>
      <div className="designer-bar">
        <HTMLSelect
          aria-label={t('index-fields')}
          value={next}
          onChange={(event) => setNext(event.currentTarget.value)}
        >
          <option value="">{t('index-fields')}</option>
          {fields
            .filter(([name]) => !selection.includes(name))
            .map(([name]) => (
              <option key={name} value={name}>
                {labels.get(name)}
              </option>
            ))}
        </HTMLSelect>
        <Button
          size="small"
          text={t('index-field')}
          disabled={next === ''}
          onClick={() => {
            setSelection([...selection, next])
            setNext('')
          }}
        />
        {selection.length > 0 && <span>{selection.map((name) => labels.get(name) ?? name).join(' + ')}</span>}
        <Checkbox checked={isUnique} label={t('unique')} onChange={(event) => setUnique(event.currentTarget.checked)} />
        <Button
          size="small"
          icon={<Plus />}
          text={t('add-index')}
          disabled={selection.length === 0}
          onClick={() => void add()}
        />
      </div>
    </div>
  )
}
