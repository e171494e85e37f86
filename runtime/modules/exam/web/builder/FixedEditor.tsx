/** The questions of a fixed paper, in an order that is dragged or moved by buttons, and the bank they come from. */
import { closestCenter, DndContext, PointerSensor, useSensor, useSensors, type DragEndEvent } from '@dnd-kit/core'
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { Button, InputGroup } from '@blueprintjs/core'
import { ArrowDown, ArrowUp, Cross, DragHandleVertical } from '@blueprintjs/icons'
import { useRef } from 'react'
import type { Difficulty, Kind } from '../../shared/question.ts'
import { BankSearch } from './BankSearch.tsx'
import { isPoints, movedLine, type Composition, type Line } from './composition.ts'
import { useT } from './texts.ts'

interface FixedProps {
  readonly paper: number
  readonly composition: Composition
  readonly lines: readonly Line[]
  readonly change: (lines: readonly Line[]) => void
}

export function FixedEditor({ paper, composition, lines, change }: FixedProps) {
  const t = useT()
  const list = useRef<HTMLOListElement>(null)
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }))
  const ids = lines.map(({ id }) => id)
  const drop = ({ active, over }: DragEndEvent): void => {
    if (over) change(movedLine(lines, ids.indexOf(Number(active.id)), ids.indexOf(Number(over.id))))
  }
  const remove = (place: number): void => {
    change(lines.toSpliced(place, 1))
    list.current?.focus()
  }
  return (
    <div className="exam-fixed-columns">
      <section className="tw-card">
        <h2>{t('chosen')}</h2>
        {lines.length === 0 && <p className="tw-muted">{t('chosen-empty')}</p>}
        <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}>
          <SortableContext items={ids} strategy={verticalListSortingStrategy}>
            <ol ref={list} tabIndex={-1} className="exam-fixed" aria-label={t('chosen')}>
              {lines.map((line, place) => (
                <FixedLine
                  key={line.id}
                  line={line}
                  place={place}
                  count={lines.length}
                  setScore={(score) =>
                    change(lines.map((other) => (other.id === line.id ? { ...other, score } : other)))
                  }
                  move={(steps) => change(movedLine(lines, place, place + steps))}
                  remove={() => remove(place)}
                />
              ))}
            </ol>
          </SortableContext>
        </DndContext>
      </section>
      <BankSearch
        paper={paper}
        composition={composition}
        ids={new Set(ids)}
        add={(question, score) => change([...lines, { ...question, score, isAskable: true }])}
      />
    </div>
  )
}

interface LineProps {
  readonly line: Line
  readonly place: number
  readonly count: number
  readonly setScore: (score: string) => void
  readonly move: (steps: number) => void
  readonly remove: () => void
}

function FixedLine({ line, place, count, setScore, move, remove }: LineProps) {
  const t = useT()
  const number = place + 1
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition } = useSortable({ id: line.id })
  const style = { transition, transform: transform ? `translate(0, ${transform.y}px)` : undefined }
  const facts = [
    line.kind === '' ? '' : t(`kind-${line.kind as Kind}`),
    line.difficulty && t(line.difficulty as Difficulty),
  ]
  return (
    <li ref={setNodeRef} style={style}>
      <span
        ref={setActivatorNodeRef}
        {...listeners}
        className="exam-fixed-handle"
        title={t('drag', { number })}
        aria-hidden="true"
      >
        <DragHandleVertical />
      </span>
      <span className="exam-fixed-number">{number}</span>
      <div className="exam-fixed-text">
        <div>{line.summary}</div>
        <div className="tw-muted">{facts.filter(Boolean).join(' · ')}</div>
        {!line.isAskable && <div className="exam-fixed-problem">{t('unaskable')}</div>}
      </div>
      <InputGroup
        className="exam-matrix-input"
        aria-label={t('points-line', { number })}
        aria-invalid={!isPoints(line.score)}
        intent={isPoints(line.score) ? 'none' : 'danger'}
        inputMode="decimal"
        maxLength={7}
        value={/^\d+\.\d{2}$/.test(line.score) ? String(Number(line.score)) : line.score}
        onValueChange={setScore}
      />
      <span className="exam-fixed-buttons">
        <Button
          variant="minimal"
          icon={<ArrowUp />}
          aria-label={t('up', { number })}
          aria-disabled={place === 0}
          onClick={() => move(-1)}
        />
        <Button
          variant="minimal"
          icon={<ArrowDown />}
          aria-label={t('down', { number })}
          aria-disabled={number === count}
          onClick={() => move(1)}
        />
        <Button variant="minimal" icon={<Cross />} aria-label={t('remove', { number })} onClick={remove} />
      </span>
    </li>
  )
}
