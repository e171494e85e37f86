/** The properties of the selected field: label, kind, required, default, then its place, its name, and its removal. */
import { Button, Checkbox, FormGroup, HTMLSelect } from '@blueprintjs/core'
import { Trash } from '@blueprintjs/icons'
import { useEffect } from 'react'
import { useLanguage } from '../../core/i18n/language.ts'
import { loadUsage, suggestNames, type Json } from './calls.ts'
import { CommittedInput } from './CommittedInput.tsx'
import { OptionsEditor } from './OptionsEditor.tsx'
import { paletteItems, textOptions } from './palette.ts'
import { Placement } from './Placement.tsx'
import { fieldsOf, kindKey, labelOf, objectOf, schemaOf, textsOf } from './schema-values.ts'
import { useT, type TextKey } from './texts.ts'
import type { Design } from './use-design.ts'

interface FieldProps {
  readonly design: Design
  readonly field: string
}

interface InspectorProps extends FieldProps {
  /** It was just added: its label is what comes next. */
  readonly isNew: boolean
  readonly onRenamed: (field: string) => void
}

const languages = ['zh-cn', 'en'] as const

export function Inspector({ design, field, isNew, onRenamed }: InspectorProps) {
  const t = useT()
  useLabelFocus(isNew)
  const { document, entity } = design
  const rename = async (name: string): Promise<void> => {
    if (await design.change({ op: 'renameField', entity, field, name })) onRenamed(name)
  }
  return (
    <div className="designer-fields">
      <LabelInputs design={design} field={field} rename={rename} />
      <KindSelect design={design} field={field} />
      <Checkbox
        checked={textsOf(document?.['required']).includes(field)}
        label={t('required')}
        onChange={(event) =>
          void design.change({ op: 'setRequired', entity, field, required: event.currentTarget.checked })
        }
      />
      <FillInput design={design} field={field} />
      <KindDetails design={design} field={field} />
      <HelpInputs design={design} field={field} />
      <Placement design={design} field={field} />
      <FormGroup label={t('new-name')} labelFor="inspect-name">
        <CommittedInput id="inspect-name" value={field} onCommit={(name) => name !== '' && void rename(name)} />
      </FormGroup>
      <Button
        size="small"
        variant="outlined"
        intent="danger"
        icon={<Trash />}
        text={t('remove')}
        onClick={() => void design.change({ op: 'removeField', entity, field })}
      />
    </div>
  )
}

function useLabelFocus(isNew: boolean): void {
  const language = useLanguage()
  useEffect(() => {
    const input = isNew && document.getElementById(`inspect-label-${language}`)
    if (input instanceof HTMLInputElement) input.select()
  }, [isNew, language])
}

/** Sets and removes keywords of a field. */
function keywordsOf({ design, field }: FieldProps) {
  const { entity } = design
  const pathOf = (keyword: string): readonly string[] => ['properties', field, keyword]
  return {
    set: (keyword: string, value: Json): Promise<boolean> =>
      design.change({ op: 'setFacet', entity, path: pathOf(keyword), value }),
    unset: (keyword: string): Promise<boolean> => design.change({ op: 'removeFacet', entity, path: pathOf(keyword) }),
  }
}

interface LabelInputsProps extends FieldProps {
  readonly rename: (name: string) => Promise<void>
}

function LabelInputs({ design, field, rename }: LabelInputsProps) {
  const t = useT()
  const { document, draft } = design
  const label = labelOf(schemaOf(document, field), field)
  const isNew = draft.operations.some((item) => item.op === 'addField' && item.field === field)
  const setLabel = async (language: 'zh-cn' | 'en', text: string): Promise<void> => {
    // A label of one language stands for both until the other is written.
    const other = language === 'en' ? 'zh-cn' : 'en'
    const isUntouched = label['zh-cn'] === label.en
    const next = { ...label, [language]: text, ...(isUntouched && { [other]: text }) }
    if (!(await keywordsOf({ design, field }).set('x-label', next)) || !isNew || !isPlaceholder(field)) return
    const names = fieldsOf(document).flatMap(([name]) => (name === field ? [] : [name]))
    const [name] = await suggestNames(next, names).catch(() => [])
    if (name !== undefined && name !== field) await rename(name)
  }
  const own = useLanguage()
  return languages
    .toSorted((language) => (language === own ? -1 : 1))
    .map((language) => (
      <FormGroup
        key={language}
        label={t(language === 'en' ? 'label-en' : 'label-zh')}
        labelFor={`inspect-label-${language}`}
      >
        <CommittedInput
          id={`inspect-label-${language}`}
          value={label[language]}
          onCommit={(text) => text !== '' && void setLabel(language, text)}
        />
      </FormGroup>
    ))
}

/** Whether the name is one that the palette gave. */
const isPlaceholder = (name: string): boolean =>
  paletteItems.some((item) => name === item.name || new RegExp(`^${item.name}_\\d+$`).test(name))

/** Kinds that a field keeps. */
const fixedKinds: readonly TextKey[] = ['kind.reference', 'kind.other']

function KindSelect({ design, field }: FieldProps) {
  const t = useT()
  const { document, entity } = design
  const kind = kindKey(schemaOf(document, field))
  const change = async (key: string): Promise<void> => {
    const item = paletteItems.find((other) => other.key === key)
    if (!item) return
    // The texts that records have become the options, with that of new records.
    const isFilled = item.key === 'kind.options' && kind === 'kind.text'
    const usage = isFilled ? await loadUsage(entity, field).catch(() => null) : null
    const values = [...(usage?.keys() ?? []), ...(isFilled ? [schemaOf(document, field)['default']] : [])]
    const texts = [...new Set(values)].filter((value) => typeof value === 'string' && value !== '')
    const schema = texts.length > 0 ? textOptions(texts.map(String)) : item.schema
    await design.change({ op: 'changeKind', entity, field, schema })
  }
  const keys = [...paletteItems.map(({ key }) => key), ...fixedKinds.filter((key) => key === kind)]
  return (
    <FormGroup label={t('kind')} labelFor="inspect-kind">
      <HTMLSelect
        id="inspect-kind"
        fill
        value={kind}
        disabled={fixedKinds.includes(kind)}
        onChange={(event) => void change(event.currentTarget.value)}
      >
        {keys.map((key) => (
          <option key={key} value={key}>
            {t(key)}
          </option>
        ))}
      </HTMLSelect>
    </FormGroup>
  )
}

/** Records that exist may have no value where one becomes required. */
function FillInput({ design, field }: FieldProps) {
  const t = useT()
  const { document, draft } = design
  const schema = schemaOf(document, field)
  const { set, unset } = keywordsOf({ design, field })
  const isNew = draft.operations.some((item) => item.op === 'addField' && item.field === field)
  if (isNew || !textsOf(document?.['required']).includes(field)) return null
  const rule = String(schema['x-backfill'] ?? '')
  const isText = ['kind.text', 'kind.textarea', 'kind.email', 'kind.url'].includes(kindKey(schema))
  const plain = /^'((?:[^'\\]|\\.)*)'$/.exec(rule)?.[1]?.replaceAll(/\\(.)/g, '$1') ?? rule
  const change = (text: string): void => {
    const literal = isText ? `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'` : text
    if (text !== '') void set('x-backfill', literal)
    else if (rule !== '') void unset('x-backfill')
  }
  return (
    <FormGroup label={t('fill')} labelFor="inspect-fill">
      <CommittedInput id="inspect-fill" value={plain} onCommit={change} />
    </FormGroup>
  )
}

function KindDetails({ design, field }: FieldProps) {
  const t = useT()
  const schema = schemaOf(design.document, field)
  const kind = kindKey(schema)
  const { set, unset } = keywordsOf({ design, field })
  const setDefault = (text: string): void => {
    if (text !== '') void set('default', kind === 'kind.integer' ? Number(text) : text)
    else if (schema['default'] !== undefined) void unset('default')
  }
  return (
    <>
      {(kind === 'kind.text' || kind === 'kind.textarea') && (
        <FormGroup label={t('max-length')} labelFor="inspect-length">
          <CommittedInput
            id="inspect-length"
            type="number"
            value={String(schema['maxLength'] ?? '')}
            onCommit={(text) => Number(text) > 0 && void set('maxLength', Number(text))}
          />
        </FormGroup>
      )}
      {kind === 'kind.decimal' && (
        <FormGroup label={t('unit')} labelFor="inspect-scale">
          <CommittedInput
            id="inspect-scale"
            type="number"
            value={String(schema['x-scale'] ?? '')}
            onCommit={(text) => text !== '' && void set('x-scale', Number(text))}
          />
        </FormGroup>
      )}
      {(kind === 'kind.options' || kind === 'kind.switch') && schema['$ref'] === undefined && (
        <OptionsEditor design={design} field={field} />
      )}
      {(kind === 'kind.text' || kind === 'kind.integer') && (
        <FormGroup label={t('default')} labelFor="inspect-default">
          <CommittedInput id="inspect-default" value={String(schema['default'] ?? '')} onCommit={setDefault} />
        </FormGroup>
      )}
    </>
  )
}

function HelpInputs({ design, field }: FieldProps) {
  const t = useT()
  const help = objectOf(schemaOf(design.document, field)['x-help'])
  const { set, unset } = keywordsOf({ design, field })
  const setHelp = (language: 'zh-cn' | 'en', text: string): void => {
    const other = language === 'en' ? 'zh-cn' : 'en'
    const former = String(help[other] ?? '')
    void (text === '' ? unset('x-help') : set('x-help', { [other]: former || text, [language]: text }))
  }
  return languages.map((language) => (
    <FormGroup key={language} label={t('help', { language })} labelFor={`inspect-help-${language}`}>
      <CommittedInput
        id={`inspect-help-${language}`}
        value={String(help[language] ?? '')}
        onCommit={(text) => setHelp(language, text)}
      />
    </FormGroup>
  ))
}
