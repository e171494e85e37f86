import { Button, Callout, Checkbox, DialogBody, DialogFooter, HTMLSelect } from '@blueprintjs/core'
import { useId } from 'react'
import type { FieldModel, ImportDraft, TableModel } from '../../../../protocol/index.ts'
import { useLabel } from '../../../core/i18n/language.ts'
import type { ImportPlan } from './calls.ts'
import { useReading } from './FileStep.tsx'
import type { OpenFile } from './open-file.ts'
import { columnsOf, fieldAt, lineText, withField, type FileColumn } from './mapping.ts'
import { useT } from './texts.ts'

interface ColumnsStepProps {
  readonly model: TableModel
  readonly fields: readonly FieldModel[]
  readonly open: OpenFile
  readonly onFile: (file: File, draft: ImportDraft) => void
  readonly onPlan: (plan: ImportPlan) => void
  readonly onHeaderLine: (line: number) => void
  readonly onBack: () => void
  readonly onNext: () => void
}

/** Sheet and header as they were found, and which column fills which field. */
export function ColumnsStep(props: ColumnsStepProps) {
  const { model, fields, open, onFile, onPlan, onHeaderLine, onBack, onNext } = props
  const { file, draft, plan } = open
  const t = useT()
  const label = useLabel()
  const id = useId()
  const { isReading, error, read } = useReading(model, onFile)
  const columns = columnsOf(draft, plan.headerLine)
  const missing = fields.filter(({ name }) => plan.columns[name] === undefined)
  const keys = missing.filter(({ name, required }) => model.key.includes(name) && (required || model.key.length > 0))
  const needed = missing.filter((field) => field.required && !keys.includes(field))
  const names = (some: readonly FieldModel[]): string => some.map((field) => label(field.label)).join(', ')
  return (
    <>
      <DialogBody>
        <Places open={open} disabled={isReading} onSheet={(sheet) => read(file, sheet)} onHeaderLine={onHeaderLine} />
        {error !== null && (
          <Callout intent="danger" role="alert" className="import-problem">
            {error}
          </Callout>
        )}
        <MappingTable fields={fields} columns={columns} plan={plan} onPlan={onPlan} />
        {keys.length > 0 && <Callout intent="warning">{t('key-missing', { fields: names(keys) })}</Callout>}
        {needed.length > 0 && <Callout>{t('required-missing', { fields: names(needed) })}</Callout>}
        <Checkbox
          className="import-blank"
          checked={plan.blank === 'clear'}
          label={t('blank-clears')}
          aria-describedby={`${id}blank`}
          onChange={({ currentTarget }) => onPlan({ ...plan, blank: currentTarget.checked ? 'clear' : 'keep' })}
        />
        <p id={`${id}blank`} className="import-hint">
          {t('blank-hint')}
        </p>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('another-file')} onClick={onBack} />
            <Button
              intent="primary"
              text={t('preview')}
              loading={isReading}
              disabled={Object.keys(plan.columns).length === 0 || keys.length > 0}
              onClick={onNext}
            />
          </>
        }
      />
    </>
  )
}

interface PlacesProps extends Pick<ColumnsStepProps, 'open' | 'onHeaderLine'> {
  readonly disabled: boolean
  readonly onSheet: (sheet: string) => void
}

/** Sheet and line with the headers, both as they were recognised. */
function Places({ open: { draft, plan }, disabled, onSheet, onHeaderLine }: PlacesProps) {
  const t = useT()
  const id = useId()
  return (
    <div className="import-places">
      <span className="import-file-name">{draft.name}</span>
      {draft.sheets.length > 1 && (
        <label htmlFor={`${id}sheet`}>
          {t('sheet')}
          <HTMLSelect
            id={`${id}sheet`}
            value={draft.sheet ?? ''}
            disabled={disabled}
            options={[...draft.sheets]}
            onChange={({ currentTarget }) => onSheet(currentTarget.value)}
          />
        </label>
      )}
      <label htmlFor={`${id}header`}>
        {t('header')}
        <HTMLSelect
          id={`${id}header`}
          value={plan.headerLine}
          disabled={disabled}
          options={draft.first.slice(0, -1).map((record) => ({
            value: record[0],
            label: t('line', { line: record[0], text: lineText(record) }),
          }))}
          onChange={({ currentTarget }) => onHeaderLine(Number(currentTarget.value))}
        />
      </label>
    </div>
  )
}

interface MappingTableProps extends Pick<ColumnsStepProps, 'fields' | 'onPlan'> {
  readonly columns: readonly FileColumn[]
  readonly plan: ImportPlan
}

function MappingTable({ fields, columns, plan, onPlan }: MappingTableProps) {
  const t = useT()
  return (
    <div className="import-table-frame">
      <table className="import-table import-mapping">
        <caption className="tw-visually-hidden">{t('columns')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('column')}</th>
            <th scope="col">{t('samples')}</th>
            <th scope="col">{t('field')}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map((column, index) => (
            <ColumnLine
              key={column.index}
              column={column}
              fields={fields}
              isFirst={index === 0}
              value={fieldAt(plan.columns, column.index) ?? ''}
              onChange={(field) => onPlan({ ...plan, columns: withField(plan.columns, column.index, field) })}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface ColumnLineProps {
  readonly column: FileColumn
  readonly fields: readonly FieldModel[]
  readonly isFirst: boolean
  readonly value: string
  readonly onChange: (field: string) => void
}

function ColumnLine({ column: { index, title, samples }, fields, isFirst, value, onChange }: ColumnLineProps) {
  const t = useT()
  const label = useLabel()
  const name = title === '' ? t('untitled', { number: index + 1 }) : title
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="import-samples">{samples.join(' · ')}</td>
      <td>
        <HTMLSelect
          fill
          autoFocus={isFirst}
          aria-label={t('field-of', { title: name })}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        >
          <option value="">{t('not-imported')}</option>
          {fields.map((field) => (
            <option key={field.name} value={field.name}>
              {field.required ? t('required-mark', { field: label(field.label) }) : label(field.label)}
            </option>
          ))}
        </HTMLSelect>
      </td>
    </tr>
  )
}
