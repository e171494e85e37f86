/** The options of a field: labels, colours, order, new ones (also a pasted list), and removal into another option. */
import { Button, HTMLSelect, TextArea } from '@blueprintjs/core'
import { ArrowDown, ArrowUp, DragHandleVertical, Plus, Trash } from '@blueprintjs/icons'
import { useState } from 'react'
import { useLanguage } from '../../core/i18n/language.ts'
import type { Text } from '../../../protocol/index.ts'
import { useStaleWhileRevalidate } from '../../core/api/stale-while-revalidate.ts'
import { loadUsage, suggestNames, type JsonObject, type Operation } from './calls.ts'
import { useDragOrder } from '../../files/use-drag-order.ts'
import { CommittedInput } from './CommittedInput.tsx'
import { freeName } from './palette.ts'
import { labelOf, listOf, objectOf, schemaOf } from './schema-values.ts'
import { useT } from './texts.ts'
import type { Design } from './use-design.ts'

interface OptionsEditorProps {
  readonly design: Design
  readonly field: string
}

const tones = ['none', 'primary', 'success', 'warning', 'danger'] as const

export function OptionsEditor({ design, field }: OptionsEditorProps) {
  const t = useT()
  const [pasted, setPasted] = useState('')
  const { document, entity } = design
  const { value: usage } = useStaleWhileRevalidate(`usage ${entity} ${field}`, () => loadUsage(entity, field))
  const schema = schemaOf(document, field)
  const options = Object.entries(objectOf(schema['x-options'])).map(([name, value]) => ({
    name,
    option: objectOf(value),
  }))
  const drag = useDragOrder(true, (from, to) => {
    const option = options[from]?.name
    if (option !== undefined) void design.change({ op: 'moveOption', entity, field, option, to })
  })
  const add = async (): Promise<void> => {
    const texts = pasted
      .split('\n')
      .map((line) => line.trim().slice(0, 100))
      .filter((line) => line !== '')
    const names = options.map(({ name }) => name)
    const values = listOf(schema['enum']).filter((value) => typeof value === 'number')
    const last = Math.max(0, ...values)
    const operations: Operation[] = []
    for (const [index, text] of texts.entries()) {
      const label = { 'zh-cn': text, en: text }
      const [suggested] = await suggestNames(label, names).catch(() => [])
      const name = suggested ?? freeName('option', names)
      names.push(name)
      const option = { value: last + 10 * (index + 1), 'x-label': label }
      operations.push({ op: 'addOption', entity, field, name, option })
    }
    if (operations.length > 0 && (await design.change(...operations))) setPasted('')
  }
  return (
    <fieldset className="designer-options">
      <legend>{t('options')}</legend>
      <ol>
        {options.map(({ name }, index) => (
          <OptionItem
            key={name}
            design={design}
            field={field}
            options={options}
            index={index}
            usage={usage}
            drag={drag(index)}
          />
        ))}
      </ol>
      <TextArea
        fill
        rows={2}
        aria-label={t('add-option')}
        placeholder={t('paste-options')}
        value={pasted}
        onChange={(event) => setPasted(event.currentTarget.value)}
      />
      <Button
        size="small"
        icon={<Plus />}
        text={t('add-option')}
        disabled={pasted.trim() === ''}
        onClick={() => void add()}
      />
    </fieldset>
  )
}

interface OptionItemProps extends OptionsEditorProps {
  readonly options: readonly { readonly name: string; readonly option: JsonObject }[]
  readonly index: number
  readonly drag: ReturnType<ReturnType<typeof useDragOrder>>
  /** Records by value; null while it is not known. */
  readonly usage: ReadonlyMap<unknown, number> | null
}

function OptionItem({ design, field, options, index, usage, drag }: OptionItemProps) {
  const t = useT()
  const language = useLanguage()
  const { name = '', option = {} } = options[index] ?? {}
  const label = labelOf(option, name)
  const change = (operation: { readonly op: string } & Readonly<Record<string, unknown>>): void =>
    void design.change({ ...operation, entity: design.entity, field, option: name })
  const others = options
    .filter((item) => item.name !== name)
    .map((item) => ({ name: item.name, label: labelOf(item.option, item.name)[language] }))
  const { draggable, onDragStart, ...target } = drag
  return (
    <li {...target}>
      {/* Not the whole line: its texts are selected by dragging. */}
      <span className="designer-handle" aria-hidden draggable={draggable} onDragStart={onDragStart}>
        <DragHandleVertical />
      </span>
      <OptionLabels
        name={name}
        label={label}
        number={index + 1}
        onChange={(value) => change({ op: 'setOption', facet: 'x-label', value })}
      />
      <HTMLSelect
        aria-label={`${t('option-tone')} ${label[language]}`}
        value={String(option['tone'] ?? 'none')}
        onChange={(event) => change({ op: 'setOption', facet: 'tone', value: event.currentTarget.value })}
      >
        {tones.map((tone) => (
          <option key={tone} value={tone}>
            {t(`tone.${tone}`)}
          </option>
        ))}
      </HTMLSelect>
      <Button
        size="small"
        variant="minimal"
        icon={<ArrowUp />}
        aria-label={`${t('move-up')} ${label[language]}`}
        disabled={index === 0}
        onClick={() => change({ op: 'moveOption', to: index - 1 })}
      />
      <Button
        size="small"
        variant="minimal"
        icon={<ArrowDown />}
        aria-label={`${t('move-down')} ${label[language]}`}
        disabled={index === options.length - 1}
        onClick={() => change({ op: 'moveOption', to: index + 1 })}
      />
      <span className="designer-usage">{t('records', { number: usage?.get(option['value']) ?? 0 })}</span>
      <OptionRemoval
        name={label[language]}
        others={others}
        onRemove={(into) => change({ op: 'removeOption', ...(into !== '' && { into }) })}
      />
    </li>
  )
}

interface OptionLabelsProps {
  readonly name: string
  readonly label: Text
  readonly number: number
  readonly onChange: (label: Text) => void
}

function OptionLabels({ name, label, number, onChange }: OptionLabelsProps) {
  const t = useT()
  const isUntouched = label['zh-cn'] === label.en
  return (['zh-cn', 'en'] as const).map((language) => (
    <span key={language}>
      <label className="tw-visually-hidden" htmlFor={`option-${name}-${language}`}>
        {t('option-label', { number, language })}
      </label>
      <CommittedInput
        id={`option-${name}-${language}`}
        value={label[language]}
        onCommit={(text) => {
          if (text !== '') onChange(isUntouched ? { 'zh-cn': text, en: text } : { ...label, [language]: text })
        }}
      />
    </span>
  ))
}

interface OptionRemovalProps {
  readonly name: string
  readonly others: readonly { readonly name: string; readonly label: string }[]
  /** @param into the option that its records get; "" = it has none */
  readonly onRemove: (into: string) => void
}

function OptionRemoval({ name, others, onRemove }: OptionRemovalProps) {
  const t = useT()
  const [isAsking, setAsking] = useState(false)
  const [into, setInto] = useState<string | null>(null)
  if (!isAsking)
    return (
      <Button
        size="small"
        variant="minimal"
        icon={<Trash />}
        aria-label={t('remove-option', { name })}
        disabled={others.length === 0}
        onClick={() => setAsking(true)}
      />
    )
  return (
    <span className="designer-bar">
      <HTMLSelect
        autoFocus
        aria-label={t('merge-into')}
        value={into ?? '?'}
        onChange={(event) => setInto(event.currentTarget.value)}
      >
        <option value="?" disabled>
          {t('merge-into')}
        </option>
        {others.map((other) => (
          <option key={other.name} value={other.name}>
            {other.label}
          </option>
        ))}
        <option value="">{t('merge-none')}</option>
      </HTMLSelect>
      <Button
        size="small"
        intent="danger"
        text={t('remove-short')}
        disabled={into === null}
        onClick={() => onRemove(into ?? '')}
      />
      <Button size="small" text={t('cancel')} onClick={() => setAsking(false)} />
    </span>
  )
}
