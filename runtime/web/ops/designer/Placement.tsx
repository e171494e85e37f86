/** Where a field stands in form and list: buttons, so that nothing needs a mouse. */
import { Button, Checkbox, FormGroup, HTMLSelect } from '@blueprintjs/core'
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from '@blueprintjs/icons'
import { useLanguage } from '../../core/i18n/language.ts'
import type { Json } from './calls.ts'
import { CommittedInput } from './CommittedInput.tsx'
import { columnsOf, objectOf, placeOf, schemaOf, sectionsOf } from './schema-values.ts'
import { useT } from './texts.ts'
import type { Design } from './use-design.ts'

interface PlacementProps {
  readonly design: Design
  readonly field: string
}

export function Placement({ design, field }: PlacementProps) {
  const t = useT()
  const { document, entity } = design
  const columns = columnsOf(document)
  const isColumn = columns.includes(field)
  const show = (isShown: boolean): void =>
    void design.change({ op: 'moveInTable', entity, field, to: isShown ? columns.length : null })
  return (
    <fieldset className="designer-placement">
      <legend>{t('move')}</legend>
      <FormMoves design={design} field={field} />
      <SectionSelect design={design} field={field} />
      {columns.length > 0 && (
        <Checkbox
          checked={isColumn}
          disabled={isColumn && columns.length === 1}
          label={t('show-in-list')}
          onChange={(event) => show(event.currentTarget.checked)}
        />
      )}
      {isColumn && <ColumnSettings design={design} field={field} />}
    </fieldset>
  )
}

function SectionSelect({ design, field }: PlacementProps) {
  const t = useT()
  const language = useLanguage()
  const { document, entity } = design
  const sections = sectionsOf(document)
  const place = placeOf(document, field)
  if (!place || sections.length < 2) return null
  const move = (index: number): void => {
    const target = sections.find((section) => section.index === index)
    if (target) void design.change({ op: 'moveInForm', entity, field, to: { section: index, row: target.rows.length } })
  }
  return (
    <HTMLSelect
      aria-label={t('section')}
      value={place.section}
      onChange={(event) => move(Number(event.currentTarget.value))}
    >
      {sections.map(({ index, name, label }) => (
        <option key={index} value={index}>
          {label?.[language] ?? name}
        </option>
      ))}
    </HTMLSelect>
  )
}

/** Its place among the columns of the list, its width, and whether it stays in view. */
function ColumnSettings({ design, field }: PlacementProps) {
  const t = useT()
  const { document, entity } = design
  const columns = columnsOf(document)
  const index = columns.indexOf(field)
  const column = objectOf(schemaOf(document, field)['x-column'])
  const set = (facet: string, value: Json | undefined): void => {
    const { [facet]: _former, ...rest } = column
    const next = value === undefined ? rest : { ...rest, [facet]: value }
    const path = ['properties', field, 'x-column']
    void design.change(
      Object.keys(next).length === 0
        ? { op: 'removeFacet', entity, path }
        : { op: 'setFacet', entity, path, value: next },
    )
  }
  const moves = [
    { key: 'column-left', icon: <ArrowLeft />, isOff: index === 0, to: index - 1 },
    { key: 'column-right', icon: <ArrowRight />, isOff: index === columns.length - 1, to: index + 1 },
  ] as const
  return (
    <>
      {moves.map(({ key, icon, isOff, to }) => (
        <Button
          key={key}
          size="small"
          icon={icon}
          aria-label={t(key)}
          disabled={isOff}
          onClick={() => void design.change({ op: 'moveInTable', entity, field, to })}
        />
      ))}
      <FormGroup label={t('column-width')} labelFor="inspect-width">
        <CommittedInput
          id="inspect-width"
          type="number"
          value={String(column['width'] ?? '')}
          onCommit={(text) => set('width', Number(text) > 0 ? Number(text) : undefined)}
        />
      </FormGroup>
      <Checkbox
        checked={column['pin'] === 'left'}
        label={t('column-pin')}
        onChange={(event) => set('pin', event.currentTarget.checked ? 'left' : undefined)}
      />
    </>
  )
}

function FormMoves({ design, field }: PlacementProps) {
  const t = useT()
  const { document, entity } = design
  const place = placeOf(document, field)
  if (!place) return null
  const { section, rows, column } = place
  const row = rows[place.row] ?? []
  const isAlone = row.length === 1
  const move = (index: number, target?: number): void => {
    const to = { section, row: index, ...(target !== undefined && { column: target }) }
    void design.change({ op: 'moveInForm', entity, field, to })
  }
  const moves = [
    {
      key: 'move-up',
      icon: <ArrowUp />,
      isOff: place.row === 0 && isAlone,
      run: () => move(isAlone ? place.row - 1 : place.row),
    },
    {
      key: 'move-down',
      icon: <ArrowDown />,
      isOff: place.row === rows.length - 1 && isAlone,
      run: () => move(isAlone ? place.row + 2 : place.row + 1),
    },
    { key: 'move-left', icon: <ArrowLeft />, isOff: column === 0, run: () => move(place.row, column - 1) },
    {
      key: 'move-right',
      icon: <ArrowRight />,
      isOff: column >= row.length - 1,
      run: () => move(place.row, column + 1),
    },
  ] as const
  return (
    <>
      {moves.map(({ key, icon, isOff, run }) => (
        <Button key={key} size="small" icon={icon} aria-label={t(key)} disabled={isOff} onClick={run} />
      ))}
      <Button
        size="small"
        text={t('join-row')}
        disabled={place.row === 0 || !isAlone}
        onClick={() => move(place.row - 1, (rows[place.row - 1] ?? []).length)}
      />
    </>
  )
}
