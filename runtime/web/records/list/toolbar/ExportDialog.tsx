import {
  Button,
  Callout,
  Checkbox,
  Dialog,
  DialogBody,
  DialogFooter,
  HTMLSelect,
  Radio,
  RadioGroup,
} from '@blueprintjs/core'
import { useEffect, useId, useState } from 'react'
import {
  languages,
  linesOf,
  visibleColumns,
  type FieldModel,
  type Language,
  type ListQuery,
} from '../../../../protocol/index.ts'
import type { ExportRequest } from '../../../core/api/table.ts'
import { useLabel, useLanguage } from '../../../core/i18n/language.ts'
import { languageNames } from '../../../core/preferences/store.ts'
import { useListData } from '../context/contexts.ts'
import { useListTable, useSelectedIds } from '../context/table.ts'
import { useT } from '../texts/index.ts'
import './export.css'

export interface ExportDialogProps {
  readonly onExport: (query: Partial<ListQuery>, request: ExportRequest) => void
  /** Called when it has closed. */
  readonly onClosed: () => void
}

/** Rows above which a workbook takes long to open. */
const maxWorkbookRows = 100_000

/** Ids that fit into an address. */
const maxSelected = 500

type Columns = 'shown' | 'all' | 'chosen'

/** Asks what the file contains: which rows, which columns, in which form. */
export function ExportDialog({ onExport, onClosed }: ExportDialogProps) {
  const { model, query } = useListData()
  const t = useT()
  const label = useLabel()
  const screenLanguage = useLanguage()
  const [isOpen, setOpen] = useState(true)
  const selected = useSelectedIds()
  const canSelect = selected.length > 0 && selected.length <= maxSelected
  const total = useTotal()
  const [format, setFormat] = useState<ExportRequest['format'] | null>(null)
  const [isSelection, setSelection] = useState(canSelect)
  const [columns, setColumns] = useState<Columns>('shown')
  const [selection, setSelectedColumns] = useState<readonly string[] | null>(null)
  const [lines, setLines] = useState('')
  const [language, setLanguage] = useState<Language>(screenLanguage)
  const { all, shown: shownNames } = useExportColumns()
  const isLarge = !isSelection && total !== null && total > maxWorkbookRows
  const form = format ?? (isLarge ? 'csv' : 'xlsx')
  const names = columns === 'all' ? null : columns === 'shown' ? shownNames : (selection ?? shownNames)
  const start = (): void => {
    const rows = isSelection
      ? { order: query.order ?? null, search: [{ field: 'id', operator: 'IN' as const, val: selected.join(',') }] }
      : query
    onExport(rows, {
      format: form,
      ...(names && { columns: names }),
      ...(lines !== '' && { lines }),
      ...(language !== screenLanguage && { language }),
    })
    setOpen(false)
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
      transitionDuration={100}
      title={t('exportTitle', { table: label(model.label) })}
      className="export-dialog"
    >
      <DialogBody>
        <RadioGroup
          label={t('exportFormat')}
          selectedValue={form}
          onChange={({ currentTarget }) => setFormat(currentTarget.value === 'csv' ? 'csv' : 'xlsx')}
        >
          <Radio autoFocus value="xlsx" label={t('exportXlsx')} />
          <Radio value="csv" label={t('exportCsv')} />
        </RadioGroup>
        {isLarge && form === 'xlsx' && <Callout intent="warning">{t('exportLarge')}</Callout>}
        <RowsChoice total={total} count={selected.length} isSelection={isSelection} onChange={setSelection} />
        <RadioGroup
          label={t('columns')}
          selectedValue={columns}
          onChange={({ currentTarget }) => setColumns(currentTarget.value as Columns)}
        >
          <Radio value="shown" label={t('exportShown', { count: shownNames.length })} />
          <Radio value="all" label={t('exportAll', { count: all.length })} />
          <Radio value="chosen" label={t('exportChosen')} />
        </RadioGroup>
        {columns === 'chosen' && <ColumnBoxes fields={all} value={names ?? []} onChange={setSelectedColumns} />}
        <LinesChoice value={lines} onChange={setLines} />
        <LanguageChoice value={language} onChange={setLanguage} />
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('cancel')} onClick={() => setOpen(false)} />
            <Button intent="primary" text={t('export')} disabled={names?.length === 0} onClick={start} />
          </>
        }
      />
    </Dialog>
  )
}

interface RowsChoiceProps {
  readonly total: number | null
  /** Records that are selected. */
  readonly count: number
  readonly isSelection: boolean
  readonly onChange: (isSelection: boolean) => void
}

function RowsChoice({ total, count, isSelection, onChange }: RowsChoiceProps) {
  const { state } = useListData()
  const t = useT()
  const isFiltered = state.search.length > 0 || state.quickSearch !== ''
  const text = t(isFiltered ? 'exportFiltered' : 'exportEvery')
  const canSelect = count <= maxSelected
  return (
    <RadioGroup
      label={t('exportRows')}
      selectedValue={isSelection ? 'selection' : 'filter'}
      onChange={({ currentTarget }) => onChange(currentTarget.value === 'selection')}
    >
      <Radio value="filter" label={total === null ? text : `${text} (${total.toLocaleString('en')})`} />
      {count > 0 && (
        <Radio
          value="selection"
          disabled={!canSelect}
          label={canSelect ? t('exportSelected', { count }) : t('exportTooMany', { count: maxSelected })}
        />
      )}
    </RadioGroup>
  )
}

interface ChoiceProps<Value> {
  readonly value: Value
  readonly onChange: (value: Value) => void
}

/** Nothing for tables without lines. */
function LinesChoice({ value, onChange }: ChoiceProps<string>) {
  const { model } = useListData()
  const t = useT()
  const label = useLabel()
  const id = useId()
  const fields = linesOf(model).filter((field) => !field.private)
  if (fields.length === 0) return null
  return (
    <label className="export-choice" htmlFor={id}>
      {t('exportLines')}
      <HTMLSelect id={id} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        <option value="">{t('exportRecordRows')}</option>
        {fields.map((field) => (
          <option key={field.name} value={field.name}>
            {t('exportLineRows', { lines: label(field.label) })}
          </option>
        ))}
      </HTMLSelect>
    </label>
  )
}

function LanguageChoice({ value, onChange }: ChoiceProps<Language>) {
  const t = useT()
  const id = useId()
  return (
    <label className="export-choice" htmlFor={id}>
      {t('exportLanguage')}
      <HTMLSelect
        id={id}
        value={value}
        options={languages.map((name) => ({ value: name, label: languageNames[name] }))}
        onChange={({ currentTarget }) => onChange(languages.find((name) => name === currentTarget.value) ?? value)}
      />
    </label>
  )
}

interface ColumnBoxesProps {
  readonly fields: readonly FieldModel[]
  readonly value: readonly string[]
  readonly onChange: (names: readonly string[]) => void
}

function ColumnBoxes({ fields, value, onChange }: ColumnBoxesProps) {
  const t = useT()
  const label = useLabel()
  return (
    <div className="export-columns" role="group" aria-label={t('columns')}>
      {fields.map(({ name, label: text }) => (
        <Checkbox
          key={name}
          label={label(text)}
          checked={value.includes(name)}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.checked ? [...value, name] : value.filter((other) => other !== name))
          }
        />
      ))}
    </div>
  )
}

/** Columns that a file can have, and those of them that the list shows, in its order. */
function useExportColumns(): { readonly all: readonly FieldModel[]; readonly shown: readonly string[] } {
  const { model } = useListData()
  const table = useListTable()
  const all = visibleColumns(model).filter(
    ({ name, private: isPrivate }) => !isPrivate && name !== 'version' && name !== 'full_title' && name !== model.sort,
  )
  const shownNames = table
    .getVisibleLeafColumns()
    .map((column) => column.id)
    .filter((name) => all.some((field) => field.name === name))
  return { all, shown: shownNames }
}

/** The exact number of records that the list finds; null while it is not known. */
function useTotal(): number | null {
  const { api, query, loaded: rows } = useListData()
  const [exact, setExact] = useState<number | null>(null)
  const isExact = !rows.more
  useEffect(() => {
    if (isExact) return undefined
    const abort = new AbortController()
    api.index({ ...query, page: 1, limit: 1, exact: true }, { quiet: true, signal: abort.signal }).then(
      ({ total }) => setExact(total ?? null),
      () => {},
    )
    return () => abort.abort()
  }, [api, query, isExact])
  return isExact ? rows.total : exact
}
