/** A new table: its names, its module, and what it begins with. */
import {
  Button,
  Callout,
  Dialog,
  DialogBody,
  DialogFooter,
  FormGroup,
  HTMLSelect,
  InputGroup,
  Spinner,
  TextArea,
} from '@blueprintjs/core'
import { useState, type FormEvent } from 'react'
import type { Text } from '../../../protocol/index.ts'
import { errorText } from '../../core/api/api-error.ts'
import { useLanguage } from '../../core/i18n/language.ts'
import { useStaleWhileRevalidate } from '../../core/api/stale-while-revalidate.ts'
import { loadTables, startDocument, suggestNames, type Operation, type Overview, type StartInput } from './calls.ts'
import { useT } from './texts.ts'

interface NewEntityDialogProps {
  readonly overview: Overview
  readonly onCreate: (entity: string, initial: readonly Operation[]) => void
  readonly onClose: () => void
}

const newModule = ''
const starts = ['blank', 'copy', 'table', 'sql', 'csv'] as const

interface NewEntity {
  readonly from: StartInput['from']
  readonly labels: Text
  /** "" = a new one. */
  readonly module: string
  readonly moduleName: string
  readonly name: string
  readonly source: string
  readonly table: string
  readonly text: string
}

interface PartProps {
  readonly overview: Overview
  readonly values: NewEntity
  readonly onChange: (change: Partial<NewEntity>) => void
  /** A name for a table that has none yet. */
  readonly onSuggest: (name: string) => void
}

const moduleOf = ({ module, moduleName }: NewEntity): string => (module === newModule ? moduleName : module)
const labelOf = ({ labels }: NewEntity): Text => ({
  'zh-cn': labels['zh-cn'] || labels.en,
  en: labels.en || labels['zh-cn'],
})

/** The module that was worked on last. */
const latestModule = ({ entities, modules }: Overview): string | undefined =>
  [
    ...entities.toSorted((entity, other) => other.changed - entity.changed).map(({ module }) => module),
    ...modules.map(({ name }) => name),
  ].find((name) => name !== 'system')

/** The operations that make the table. */
async function operationsOf(values: NewEntity): Promise<readonly Operation[]> {
  const { from, module, moduleName, name, source, table, text } = values
  const entity = `${moduleOf(values)}/${name}`
  const label = labelOf(values)
  const document = await startDocument({ from, entity, label, singular: label, source, table, text })
  const addModule = { op: 'addModule', module: moduleName, document: moduleDocument(moduleName) }
  return [...(module === newModule ? [addModule] : []), { op: 'addEntity', entity, document }]
}

export function NewEntityDialog({ overview, onCreate, onClose }: NewEntityDialogProps) {
  const t = useT()
  const [values, setValues] = useState<NewEntity>({
    from: 'blank',
    labels: { 'zh-cn': '', en: '' },
    module: latestModule(overview) ?? newModule,
    moduleName: '',
    name: '',
    source: overview.entities[0]?.id ?? '',
    table: '',
    text: '',
  })
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isComplete = labelOf(values).en !== '' && values.name !== '' && moduleOf(values) !== ''
  const create = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (isBusy) return
    if (!isComplete) return setError(t('incomplete'))
    setBusy(true)
    try {
      onCreate(`${moduleOf(values)}/${values.name}`, await operationsOf(values))
    } catch (problem) {
      setError(errorText(problem))
      setBusy(false)
    }
  }
  const parts = {
    overview,
    values,
    onChange: (change: Partial<NewEntity>) => setValues((before) => ({ ...before, ...change })),
    onSuggest: (name: string) => setValues((before) => (before.name === '' ? { ...before, name } : before)),
  }
  return (
    <Dialog isOpen title={t('new-entity')} onClose={onClose} className="designer-dialog">
      <form onSubmit={(event) => void create(event)}>
        <DialogBody>
          {error !== null && (
            <Callout role="alert" intent="danger" compact>
              {error}
            </Callout>
          )}
          <LabelInputs {...parts} />
          <ModuleInputs {...parts} />
          <FormGroup label={t('name')} labelFor="new-name">
            <InputGroup
              id="new-name"
              value={values.name}
              onChange={(event) => parts.onChange({ name: event.currentTarget.value })}
            />
          </FormGroup>
          <StartInputs {...parts} />
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text={t('cancel')} onClick={onClose} />
              <Button type="submit" intent="primary" icon={isBusy && <Spinner size={16} />} text={t('create')} />
            </>
          }
        />
      </form>
    </Dialog>
  )
}

function LabelInputs({ overview, values, onChange, onSuggest }: PartProps) {
  const t = useT()
  const language = useLanguage()
  const suggest = async (): Promise<void> => {
    const label = labelOf(values)
    if (values.name !== '' || label.en === '') return
    const names = overview.entities.flatMap(({ id, module }) =>
      module === moduleOf(values) ? [id.slice(module.length + 1)] : [],
    )
    const [name] = await suggestNames(label, names).catch(() => [])
    if (name !== undefined) onSuggest(name)
  }
  const own = language === 'en' ? (['en', 'zh-cn'] as const) : (['zh-cn', 'en'] as const)
  return own.map((each) => (
    <FormGroup key={each} label={t(each === 'en' ? 'label-en' : 'label-zh')} labelFor={`new-${each}`}>
      <InputGroup
        id={`new-${each}`}
        maxLength={100}
        value={values.labels[each]}
        onChange={(event) => onChange({ labels: { ...values.labels, [each]: event.currentTarget.value } })}
        onBlur={() => void suggest()}
      />
    </FormGroup>
  ))
}

function ModuleInputs({ overview, values, onChange }: PartProps) {
  const t = useT()
  const language = useLanguage()
  return (
    <>
      <FormGroup label={t('module')} labelFor="new-module">
        <HTMLSelect
          id="new-module"
          fill
          value={values.module}
          onChange={(event) => onChange({ module: event.currentTarget.value })}
        >
          {overview.modules.map((item) => (
            <option key={item.name} value={item.name}>
              {item.label[language]}
            </option>
          ))}
          <option value={newModule}>{t('new-module')}</option>
        </HTMLSelect>
      </FormGroup>
      {values.module === newModule && (
        <FormGroup label={t('module-name')} labelFor="new-module-name">
          <InputGroup
            id="new-module-name"
            value={values.moduleName}
            onChange={(event) => onChange({ moduleName: event.currentTarget.value })}
          />
        </FormGroup>
      )}
    </>
  )
}

function StartInputs({ overview, values, onChange }: PartProps) {
  const t = useT()
  const language = useLanguage()
  const { from, source, text } = values
  return (
    <>
      <FormGroup label={t('start-from')} labelFor="new-from">
        <HTMLSelect
          id="new-from"
          fill
          value={from}
          onChange={(event) => {
            const start = starts.find((item) => item === event.currentTarget.value)
            if (start) onChange({ from: start })
          }}
        >
          {starts.map((start) => (
            <option key={start} value={start}>
              {t(`from.${start}`)}
            </option>
          ))}
        </HTMLSelect>
      </FormGroup>
      {from === 'copy' && (
        <FormGroup label={t('source')} labelFor="new-source">
          <HTMLSelect
            id="new-source"
            fill
            value={source}
            onChange={(event) => onChange({ source: event.currentTarget.value })}
          >
            {overview.entities.map(({ id, label }) => (
              <option key={id} value={id}>
                {label[language]} ({id})
              </option>
            ))}
          </HTMLSelect>
        </FormGroup>
      )}
      {from === 'table' && <TableSelect value={values.table} onChange={(table) => onChange({ table })} />}
      {from === 'sql' && (
        <FormGroup label={t('sql-text')} labelFor="new-sql">
          <TextArea
            id="new-sql"
            fill
            rows={6}
            value={text}
            onChange={(event) => onChange({ text: event.currentTarget.value })}
          />
        </FormGroup>
      )}
      {from === 'csv' && <CsvInput onRead={(content) => onChange({ text: content })} />}
    </>
  )
}

interface TableSelectProps {
  readonly value: string
  readonly onChange: (table: string) => void
}

function TableSelect({ value, onChange }: TableSelectProps) {
  const t = useT()
  const { value: tables, error } = useStaleWhileRevalidate('tables', loadTables)
  return (
    <FormGroup
      label={t('database-table')}
      labelFor="new-table"
      helperText={error === null ? tables?.length === 0 && t('no-tables') : errorText(error)}
    >
      <HTMLSelect id="new-table" fill value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">{t('choose')}</option>
        {tables?.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </HTMLSelect>
    </FormGroup>
  )
}

function CsvInput({ onRead }: { readonly onRead: (text: string) => void }) {
  const t = useT()
  return (
    <FormGroup label={t('csv-file')} labelFor="new-csv">
      <input
        id="new-csv"
        type="file"
        accept=".csv,text/csv"
        onChange={(event) => void event.currentTarget.files?.[0]?.slice(0, maxFile).text().then(onRead)}
      />
    </FormGroup>
  )
}

/** The first rows of a file are enough for a guess. */
const maxFile = 500_000

const moduleDocument = (name: string) => {
  const label = name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')
  return {
    $schema: '../dialect/module.json',
    'x-label': { 'zh-cn': label, en: label },
    icon: 'box',
    order: 50,
    menu: [],
  }
}
