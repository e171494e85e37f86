/** The list of a table as it will look, with its first records; a click on a title selects the field. */
import { Button, HTMLTable } from '@blueprintjs/core'
import type { TableModel } from '../../../protocol/index.ts'
import { getData } from '../../core/api/client.ts'
import { useStaleWhileRevalidate } from '../../core/api/stale-while-revalidate.ts'
import { useLanguage } from '../../core/i18n/language.ts'
import { FieldCell } from '../../fields/FieldCell.tsx'
import { useFieldLocale } from '../../form/use-field-locale.ts'
import { useDragOrder } from '../../files/use-drag-order.ts'
import { columnsOf } from './schema-values.ts'
import { useT } from './texts.ts'
import type { Design } from './use-design.ts'

type Row = Readonly<Record<string, unknown>>

interface ListPreviewProps {
  readonly design: Design
  readonly model: TableModel
  readonly selected: string | null
  readonly onSelect: (field: string) => void
}

export function ListPreview({ design, model, selected, onSelect }: ListPreviewProps) {
  const t = useT()
  const language = useLanguage()
  const locale = useFieldLocale()
  // A table that does not exist yet has no records.
  const { value: rows } = useStaleWhileRevalidate(`design ${model.id}`, async () => {
    const answer = await getData<{ readonly list: readonly Row[] }>(`/admin/${model.controller}/index`, 'limit=3', {
      quiet: true,
    }).catch(() => null)
    return answer?.list ?? []
  })
  const { document, entity } = design
  const names = columnsOf(document)
  const columns = model.list.columns.flatMap((name) => model.fields.find((field) => field.name === name) ?? [])
  const drag = useDragOrder(names.length > 0, (from, to) => {
    const [field, target] = [columns[from]?.name, columns[to]?.name]
    if (field !== undefined && target !== undefined && names.includes(target))
      void design.change({ op: 'moveInTable', entity, field, to: names.indexOf(target) })
  })
  return (
    <div className="designer-list">
      <HTMLTable compact bordered>
        <thead>
          <tr>
            {columns.map(({ name, label }, index) => (
              <th key={name} {...drag(index)} data-selected={selected === name || undefined}>
                <Button
                  size="small"
                  variant="minimal"
                  text={label[language]}
                  aria-label={t('select', { name: label[language] })}
                  onClick={() => onSelect(name)}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(rows ?? []).map((row) => (
            <tr key={String(row['id'])}>
              {columns.map((field) => (
                <td key={field.name}>
                  <FieldCell
                    model={model}
                    field={field}
                    row={row}
                    value={row[field.name]}
                    locale={locale}
                    recordName={String(row[model.title] ?? '')}
                    change={null}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </div>
  )
}
