/** The properties of one question. */
import { Button, ButtonGroup, Card, Checkbox, FormGroup, HTMLSelect, InputGroup, TextArea } from '@blueprintjs/core'
import { ArrowDown, ArrowUp, Trash } from '@blueprintjs/icons'
import { useLanguage } from 'tablewright/web'
import { itemOptions } from '#generated/questionnaire/options.ts'
import { isChoice, isUpload, kindNames, type Item, type ItemKind, type ItemOption } from '../../shared/item.ts'
import { useT } from '../texts.ts'
import { hasOptions, limitsOf, optionsOfText, withKind } from './edit-items.ts'
import { kindLabels } from './kind-labels.ts'
import { LogicEditor } from './LogicEditor.tsx'

export interface ItemEditorProps {
  readonly item: Item
  readonly index: number
  readonly items: readonly Item[]
  readonly problems: readonly string[]
  readonly onChange: (item: Item) => void
  readonly onMove: (by: 1 | -1) => void
  readonly onRemove: () => void
}

export function ItemEditor({ item, index, items, problems, onChange, onMove, onRemove }: ItemEditorProps) {
  const t = useT()
  const language = useLanguage()
  const id = `item-${item.key}`
  const change = (values: Partial<Item>): void => onChange({ ...item, ...values })
  const words = { option: t('new-option', { number: 1 }), row: t('new-row', { number: 1 }) }
  return (
    <Card className="questionnaire-item" role="group" aria-label={`${index + 1}. ${item.title}`}>
      <div className="questionnaire-item-head">
        <strong>{index + 1}.</strong>
        <HTMLSelect
          aria-label={t('kind')}
          value={item.kind}
          options={kindNames.map((kind) => ({
            value: kind,
            label: kindLabels[itemOptions.kind[kind]]?.[language] ?? kind,
          }))}
          onChange={(event) => onChange(withKind(item, event.target.value as ItemKind, words))}
        />
        <Checkbox label={t('must')} checked={item.must} onChange={(event) => change({ must: event.target.checked })} />
        <ButtonGroup>
          <Button
            id={`${id}-up`}
            icon={<ArrowUp />}
            aria-label={t('up')}
            disabled={index === 0}
            onClick={() => onMove(-1)}
          />
          <Button
            id={`${id}-down`}
            icon={<ArrowDown />}
            aria-label={t('down')}
            disabled={index === items.length - 1}
            onClick={() => onMove(1)}
          />
          <Button icon={<Trash />} aria-label={t('remove')} onClick={onRemove} />
        </ButtonGroup>
      </div>
      <FormGroup label={t('title')} labelFor={`${id}-title`}>
        <InputGroup
          id={`${id}-title`}
          value={item.title}
          maxLength={500}
          onChange={(event) => change({ title: event.target.value })}
        />
      </FormGroup>
      <FormGroup label={t('explain')} labelFor={`${id}-explain`}>
        <InputGroup
          id={`${id}-explain`}
          value={item.explain ?? ''}
          maxLength={1000}
          onChange={(event) => {
            const { explain: _former, ...rest } = item
            onChange(event.target.value === '' ? rest : { ...rest, explain: event.target.value })
          }}
        />
      </FormGroup>
      <Details item={item} change={change} onChange={onChange} />
      <LogicEditor item={item} index={index} items={items} change={change} onChange={onChange} />
      {problems.map((problem) => (
        <p key={problem} className="questionnaire-problem" role="alert">
          {problem}
        </p>
      ))}
    </Card>
  )
}

interface DetailsProps {
  readonly item: Item
  readonly change: (values: Partial<Item>) => void
  readonly onChange: (item: Item) => void
}

const textOfOptions = (options: Item['options'] = []): string => options.map(({ label }) => label).join('\n')

/** Options, rows and limits, as the kind has them. A paste of ten lines is ten options. */
function Details({ item, change, onChange }: DetailsProps) {
  const t = useT()
  const id = `item-${item.key}`
  const { options = [], rows } = item
  const hasOther = options.at(-1)?.other === true
  const setOther = (isOn: boolean): void =>
    change({
      options: options.map(({ other: _other, ...option }, place) => ({
        ...option,
        ...(isOn && place === options.length - 1 && { other: true }),
      })),
    })
  return (
    <>
      {hasOptions(item.kind) && (
        <LinesInput
          id={`${id}-options`}
          label={rows ? t('columns') : t('options')}
          text={textOfOptions(options)}
          onChange={(text) => change({ options: optionsOfText(text, options, 'k') })}
        />
      )}
      {isChoice(item) && options.length > 0 && (
        <Checkbox label={t('other')} checked={hasOther} onChange={(event) => setOther(event.target.checked)} />
      )}
      {rows && (
        <LinesInput
          id={`${id}-rows`}
          label={t('rows')}
          text={textOfOptions(rows)}
          onChange={(text) => change({ rows: optionsOfText(text, rows, 'r') })}
        />
      )}
      {isChoice(item) && options.length > 0 && <Quotas id={id} options={options} change={change} />}
      <div className="questionnaire-limits">
        {limitsOf(item).map((name) => (
          <FormGroup key={name} label={t(name)} labelFor={`${id}-${name}`}>
            <InputGroup
              id={`${id}-${name}`}
              inputMode="numeric"
              value={String(item[name] ?? '')}
              onChange={(event) => {
                const { [name]: _former, ...rest } = item
                const number = Number(event.target.value)
                onChange(event.target.value === '' || !Number.isInteger(number) ? rest : { ...rest, [name]: number })
              }}
            />
          </FormGroup>
        ))}
        {isUpload(item) && (
          <FormGroup label={t('fileTypes')} labelFor={`${id}-types`}>
            <InputGroup
              id={`${id}-types`}
              key={`${id} types`}
              defaultValue={item.fileTypes?.join() ?? ''}
              onBlur={(event) => {
                const { fileTypes: _former, ...rest } = item
                const types = event.target.value.toLowerCase().match(/[a-z0-9]+/g)
                onChange(types ? { ...rest, fileTypes: types } : rest)
              }}
            />
          </FormGroup>
        )}
      </div>
    </>
  )
}

interface QuotasProps extends Pick<DetailsProps, 'change'> {
  readonly id: string
  readonly options: readonly ItemOption[]
}

/** How many people may choose each option. */
function Quotas({ id, options, change }: QuotasProps) {
  const t = useT()
  const set = (place: number, text: string): void => {
    const quota = Number(text)
    const isLimit = Number.isInteger(quota) && quota > 0
    const next = options.map(({ quota: former, ...option }, index) => {
      const own = index === place ? (isLimit ? quota : undefined) : former
      return { ...option, ...(own !== undefined && { quota: own }) }
    })
    change({ options: next })
  }
  return (
    <details open={options.some(({ quota }) => quota !== undefined)}>
      <summary>{t('quotas')}</summary>
      <p>{t('quota-note')}</p>
      <div className="questionnaire-quotas">
        {options.map(({ key, label, quota }, place) => (
          <FormGroup key={key} label={t('quota', { label })} labelFor={`${id}-quota-${key}`}>
            <InputGroup
              id={`${id}-quota-${key}`}
              inputMode="numeric"
              value={String(quota ?? '')}
              onChange={(event) => set(place, event.target.value)}
            />
          </FormGroup>
        ))}
      </div>
    </details>
  )
}

interface LinesProps {
  readonly id: string
  readonly label: string
  readonly text: string
  readonly onChange: (text: string) => void
}

/** One entry per line; the lines are read when the input is left, so that an empty line can be typed. */
function LinesInput({ id, label, text, onChange }: LinesProps) {
  return (
    <FormGroup label={label} labelFor={id}>
      <TextArea id={id} key={text} defaultValue={text} fill rows={4} onBlur={(event) => onChange(event.target.value)} />
    </FormGroup>
  )
}
