import { Button } from '@blueprintjs/core'
import { ChevronLeft, ChevronRight, Plus } from '@blueprintjs/icons'
import { useRef, type ClipboardEvent, type KeyboardEvent } from 'react'
import { formatDecimal, type FieldModel, type Language } from '../../../protocol/index.ts'
import { groupProps, type InputProps } from '../input-props.ts'
import { fieldRenderers } from '../field-renderers.ts'
import { hasOptions, usualWidth } from '../usual-width.ts'
import { columnsOf, isMinor } from './edit.ts'
import { LineRow } from './LineRow.tsx'
import { blockOf } from './paste.ts'
import { positionOf } from './keyboard.ts'
import { totalsOf } from './totals.ts'
import { linesPerPage, useLines, type LinesProps, type LinesState } from './use-lines.ts'
import './lines.css'

/** The lines of a record as an editable table, one page at a time; cards on narrow screens. */
export function LinesGrid(props: LinesProps) {
  const frame = useRef<HTMLDivElement>(null)
  const state = useLines(props, frame)
  const {
    field,
    locale,
    disabled,
    linesContext: { isLocked },
  } = props
  const handleKeyDown = (event: KeyboardEvent) => {
    if (!state.handleKeyDown(event)) return
    event.preventDefault()
    event.stopPropagation()
  }
  const paste = (event: ClipboardEvent) => {
    const place = positionOf(event.target)
    const block = place && blockOf(event.clipboardData.getData('text/plain'))
    if (!place || !block || disabled) return
    event.preventDefault()
    void state.paste(place, block)
  }
  return (
    <div {...groupProps(props)} ref={frame} className="lines" onKeyDownCapture={handleKeyDown} onPasteCapture={paste}>
      {state.lines.length > 0 && (
        <div
          className="lines-scroll"
          tabIndex={isLocked ? 0 : undefined}
          role={isLocked ? 'group' : undefined}
          aria-labelledby={isLocked ? `${props.id}-label` : undefined}
        >
          <LinesTable state={state} {...props} />
        </div>
      )}
      {state.lines.length === 0 && <p className="lines-none">{locale.t('no-lines')}</p>}
      <div className="lines-foot">
        {!isLocked && (
          <Button
            size="small"
            icon={<Plus />}
            text={locale.t('add-line')}
            disabled={disabled || !state.canAdd}
            onClick={() => state.add(state.lines.length - 1)}
          />
        )}
        {!isLocked && <span className="lines-hint">{locale.t('lines-keys')}</span>}
        {state.isFull && (
          <span role="status" className="record-error">
            {locale.t('lines-full', { limit: field.maxItems ?? 0 })}
          </span>
        )}
        {state.lines.length > linesPerPage && <Pages state={state} {...props} />}
      </div>
    </div>
  )
}

/** With so many lines beside each other, the width of no column depends on the input of one. */
const manyLines = 10

function LinesTable({
  state,
  id,
  field,
  locale,
  linesContext: { isLocked, rulesOf },
}: LinesProps & { readonly state: LinesState }) {
  const { first, lines, keys } = state
  const columns = columnsOf(field)
  const shown = lines.slice(first, first + linesPerPage)
  return (
    <table
      className="lines-table"
      data-open={isLocked ? undefined : ''}
      data-many={shown.length >= manyLines ? '' : undefined}
      aria-labelledby={`${id}-label`}
      aria-rowcount={lines.length + 1}
    >
      <thead>
        <tr>
          <th scope="col" className="lines-number">
            #
          </th>
          {columns.map((one) => (
            <th
              key={one.name}
              scope="col"
              style={{ minWidth: isLocked ? undefined : widthOf(one, locale.language) }}
              data-minor={isMinor(one) || undefined}
              data-align={fieldRenderers[one.kind].align}
            >
              {one.label[locale.language]}
              {one.required && !one.readOnly && !isLocked && (
                <span className="record-required" aria-hidden>
                  {' '}
                  *
                </span>
              )}
            </th>
          ))}
          {!isLocked && (
            <th scope="col" className="lines-tools">
              <span className="tw-visually-hidden">{locale.t('line-tools')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {shown.map((line, index) => (
          <LineRow
            key={keys[first + index]}
            grid={state.grid}
            field={field}
            line={line}
            at={first + index}
            errorsJson={state.errorsJsonOf(first + index)}
            rulesJson={state.rulesJsonOf(first + index)}
            canAdd={state.canAdd}
            onCopy={state.copy}
            onRemove={state.remove}
          />
        ))}
      </tbody>
      <Totals
        columns={columns}
        totals={totalsOf(
          field,
          lines.map((line, at) => ({ ...line, ...rulesOf(at)?.computed })),
          locale.timeZone,
        )}
        isLocked={isLocked}
        locale={locale}
      />
    </table>
  )
}

/**
 * An input needs more width than its value: a picker for its buttons, a number for its unit. Words scroll in theirs, so
 * that the columns of a document fit beside each other. Read-only values size themselves.
 */
function widthOf(field: FieldModel, language: Language): number | undefined {
  if (field.readOnly) return undefined
  const width = usualWidth(field, language)
  if (field.relation) return width + (field.required ? 30 : 50)
  if (fieldRenderers[field.kind].canShrink) return Math.round(width * 0.5)
  const isPicked = hasOptions(field) || ['date', 'datetime', 'time'].includes(field.kind)
  return width + (isPicked ? 30 : field.unit ? 40 : 4)
}

function Totals({
  columns,
  totals,
  isLocked,
  locale,
}: { columns: readonly FieldModel[]; totals: ReadonlyMap<string, string>; isLocked: boolean } & Pick<
  InputProps,
  'locale'
>) {
  if (totals.size === 0) return null
  return (
    <tfoot>
      <tr>
        <th scope="row" className="lines-number">
          {locale.t('line-total')}
        </th>
        {columns.map((one) => {
          const { name, label, scale = 0 } = one
          const total = totals.get(name)
          return (
            <td key={name} data-align="end" data-minor={isMinor(one) || undefined}>
              {total !== undefined && (
                <>
                  <span className="lines-cell-label">{label[locale.language]}</span>
                  {formatDecimal(total, scale, locale.language)}
                </>
              )}
            </td>
          )
        })}
        {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- an empty cell is no control */}
        {!isLocked && <td className="lines-tools" />}
      </tr>
    </tfoot>
  )
}

function Pages({ state, locale }: { state: LinesState } & Pick<InputProps, 'locale'>) {
  const { first, lines, turn } = state
  const last = Math.min(first + linesPerPage, lines.length)
  return (
    <span className="lines-pages">
      <Button
        size="small"
        variant="minimal"
        icon={<ChevronLeft />}
        aria-label={locale.t('lines-before')}
        disabled={first === 0}
        onClick={() => turn(first - linesPerPage)}
      />
      <span aria-live="polite">{locale.t('lines-shown', { first: first + 1, last, count: lines.length })}</span>
      <Button
        size="small"
        variant="minimal"
        icon={<ChevronRight />}
        aria-label={locale.t('lines-after')}
        disabled={last === lines.length}
        onClick={() => turn(first + linesPerPage)}
      />
    </span>
  )
}
