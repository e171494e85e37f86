/** The edge of a heading that changes the width of its column: dragged, moved by keys, fitted by a double click. */
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { FieldModel } from '../../../../protocol/index.ts'
import { useLabel } from '../../../core/i18n/language.ts'
import { maxColumnWidth, minColumnWidth } from '../columns/preferences.ts'
import { useT } from '../texts/index.ts'
import type { GridColumn } from './table.ts'

/** CSS pixels by which an arrow key moves the edge, and with Shift. */
const step = 10
const largeStep = 50

/** Milliseconds within which a second tap is part of a double tap. */
const doubleTapTime = 500

interface Drag {
  readonly startX: number
  readonly startWidth: number
  hasMoved: boolean
}

interface WidthRequest {
  readonly since: number
  readonly width: number
}

interface ColumnResizerProps {
  readonly column: GridColumn
  readonly field: FieldModel
  readonly setWidth: (width: number) => void
}

export function ColumnResizer({ column, field, setWidth }: ColumnResizerProps) {
  const t = useT()
  const label = useLabel()
  const drag = useRef<Drag | null>(null)
  const lastTap = useRef(-Infinity)
  // Several keys may arrive before the list is rendered again: while the column has the size it had then, the next one
  // starts from this width.
  const requested = useRef<WidthRequest | null>(null)
  // The column that takes the width that is left has none of its own until it was measured.
  const [measured, setMeasured] = useState<number | null>(null)

  const size = column.getSize()
  function resize(requestedWidth: number): void {
    const width = Math.min(Math.max(requestedWidth, minColumnWidth), maxColumnWidth)
    requested.current = { since: size, width }
    setMeasured(null)
    setWidth(width)
  }

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0) return
    requested.current = null
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { startX: event.clientX, startWidth: widthOf(event.currentTarget), hasMoved: false }
  }

  function onPointerMove(event: PointerEvent<HTMLElement>): void {
    const current = drag.current
    if (!current || (!current.hasMoved && Math.abs(event.clientX - current.startX) < 3)) return
    current.hasMoved = true
    resize(current.startWidth + (event.clientX - current.startX) * inlineSign(event.currentTarget))
  }

  function onPointerUp(event: PointerEvent<HTMLElement>): void {
    const isTap = event.pointerType === 'touch' && drag.current?.hasMoved === false
    drag.current = null
    if (!isTap) return
    const isSecond = event.timeStamp - lastTap.current < doubleTapTime
    lastTap.current = isSecond ? -Infinity : event.timeStamp
    // For a finger the edge covers much of the heading, and a tap there means the heading. The second tap of two
    // means the width.
    if (!isSecond && column.getCanSort()) column.toggleSorting()
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const width = widthOfKey(event, requested.current?.since === size ? requested.current.width : null)
    if (width === null) return
    resize(width)
    event.preventDefault()
  }

  const width = Math.round(measured ?? size)
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={t('columnWidth', { field: label(field.label) })}
      aria-valuemin={minColumnWidth}
      aria-valuemax={maxColumnWidth}
      aria-valuenow={width}
      aria-valuetext={`${width} px`}
      tabIndex={0}
      className="list-resizer"
      title={t('columnWidthKeys')}
      onFocus={(event) => setMeasured(widthOf(event.currentTarget))}
      onBlur={() => {
        requested.current = null
        setMeasured(null)
      }}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={() => (drag.current = null)}
      onDoubleClick={(event) => resize(fittingWidth(event.currentTarget))}
      onKeyDown={onKeyDown}
    />
  )
}

const moves: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/** The width that a key asks for; null = it asks for none. @param awaited the width that is about to be rendered */
function widthOfKey({ key, currentTarget, shiftKey }: KeyboardEvent<HTMLElement>, awaited: number | null) {
  const move = moves[key]
  if (move !== undefined)
    return (awaited ?? widthOf(currentTarget)) + move * inlineSign(currentTarget) * (shiftKey ? largeStep : step)
  if (key === 'Home') return minColumnWidth
  return key === 'Enter' ? fittingWidth(currentTarget) : null
}

const headingOf = (edge: HTMLElement): HTMLElement => edge.closest('th') ?? edge

const widthOf = (edge: HTMLElement): number => headingOf(edge).getBoundingClientRect().width

/** 1 where a column grows to the right, -1 where it grows to the left. */
const inlineSign = (edge: HTMLElement): number => (getComputedStyle(edge).direction === 'rtl' ? -1 : 1)

/** The width at which nothing in the column is cut, measured between two frames, so that nothing is seen of it. */
function fittingWidth(edge: HTMLElement): number {
  const table = edge.closest('table')
  table?.setAttribute('data-measuring', '')
  const width = Math.ceil(widthOf(edge))
  table?.removeAttribute('data-measuring')
  return width
}
