import { InputGroup, Tag } from '@blueprintjs/core'
import type { FieldModel, ImportOutcome, ImportPreviewRow } from '../../../../protocol/index.ts'
import { useLabel } from '../../../core/i18n/language.ts'
import type { CellEdit } from './calls.ts'
import type { Mapping } from './mapping.ts'
import { useT } from './texts.ts'

interface PreviewTableProps {
  readonly fields: readonly FieldModel[]
  readonly columns: Mapping
  readonly rows: readonly ImportPreviewRow[]
  /** Rows of this kind altogether. */
  readonly count: number
  /** By line and column. */
  readonly edits: ReadonlyMap<string, CellEdit>
  readonly disabled: boolean
  readonly onEdit: (edit: CellEdit) => void
}

const intents: Readonly<Record<ImportOutcome, 'success' | 'primary' | 'none' | 'danger'>> = {
  created: 'success',
  updated: 'primary',
  unchanged: 'none',
  refused: 'danger',
}

/** Rows with what becomes of each. Cells of rejected rows are inputs. */
export function PreviewTable({ fields, columns, rows, count, edits, disabled, onEdit }: PreviewTableProps) {
  const t = useT()
  const label = useLabel()
  const mapped = fields
    .flatMap((field) => (columns[field.name] === undefined ? [] : [{ field, column: columns[field.name] ?? 0 }]))
    .toSorted((left, right) => left.column - right.column)
  return (
    <>
      <p className="import-hint">{t('rows-shown', { shown: rows.length, count })}</p>
      <div className="import-table-frame">
        <table className="import-table">
          <caption className="tw-visually-hidden">{t('preview')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('row')}</th>
              <th scope="col">{t('outcome')}</th>
              {mapped.map(({ field }) => (
                <th key={field.name} scope="col">
                  {label(field.label)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.line} data-kind={row.kind}>
                <th scope="row">{row.line}</th>
                <td className="import-outcome">
                  <Tag minimal intent={intents[row.kind]}>
                    {t(row.kind)}
                  </Tag>
                  {row.faults
                    .filter(({ field }) => !mapped.some((column) => column.field.name === field))
                    .map(({ message }) => (
                      <p key={message} className="import-fault">
                        {message}
                      </p>
                    ))}
                </td>
                {mapped.map(({ field, column }) => (
                  <td key={field.name}>
                    <Cell
                      row={row}
                      field={field}
                      column={column}
                      edit={edits.get(`${row.line} ${column}`) ?? null}
                      disabled={disabled}
                      onEdit={onEdit}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

interface CellProps extends Pick<PreviewTableProps, 'disabled' | 'onEdit'> {
  readonly row: ImportPreviewRow
  readonly field: FieldModel
  readonly column: number
  readonly edit: CellEdit | null
}

function Cell({ row, field, column, edit, disabled, onEdit }: CellProps) {
  const t = useT()
  const label = useLabel()
  const text = row.cells[column] ?? ''
  if (row.kind !== 'refused') return text
  const faults = row.faults.filter((fault) => fault.field === field.name)
  const id = `import-fault-${row.line}-${column}`
  const isWrong = faults.length > 0 && edit === null
  return (
    <>
      <InputGroup
        size="small"
        value={edit?.text ?? text}
        disabled={disabled}
        intent={isWrong ? 'danger' : edit ? 'primary' : 'none'}
        aria-label={t('cell-of', { line: row.line, field: label(field.label) })}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? id : undefined}
        onChange={({ currentTarget }) => onEdit({ line: row.line, column, text: currentTarget.value })}
      />
      {isWrong && (
        <p id={id} className="import-fault">
          {faults.map(({ message }) => message).join('; ')}
        </p>
      )}
    </>
  )
}
