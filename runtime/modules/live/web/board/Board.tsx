/** The board: the page that is shown, what is drawn on it, and the tools of those who may draw. */
import { Button, ButtonGroup } from '@blueprintjs/core'
import { ChevronLeft, ChevronRight, Edit, Eraser, Highlight, NewObject, Trash, Undo } from '@blueprintjs/icons'
import { useEffect, useMemo, useRef, useState, type PointerEvent, type ReactElement } from 'react'
import { pageWidth, type Intent } from '../../shared/events.ts'
import type { Person } from '../../shared/person.ts'
import { isStaff } from '../../shared/person.ts'
import { judge } from '../../shared/rights.ts'
import type { LiveState } from '../../shared/state.ts'
import { useT } from '../texts.ts'
import { placeOn, strokesNear } from './geometry.ts'
import { PagesButton } from './PagesButton.tsx'
import { paint, penColors } from './paint.ts'
import { Pen } from './pen.ts'

type Tool = 'pen' | 'marker' | 'eraser'

interface BoardProps {
  readonly state: LiveState
  readonly me: Person | null
  readonly submit: (intent: Intent) => void
  /** Addresses of pictures of pages, by code. */
  readonly pictures?: ReadonlyMap<string, string>
  /** The room to which images can be uploaded; absent or null = no room. */
  readonly room?: number | null
}

const toolIcons = { pen: <Edit />, marker: <Highlight />, eraser: <Eraser /> } as const
const sizes = { pen: 60, marker: 300 } as const
/** How near an eraser has to come. */
const eraserReach = 120

/** Whether somebody may draw on the page that is shown. */
function mayDraw(state: LiveState, me: Person | null): boolean {
  const probe = {
    page: state.page,
    stroke: 'probe-00',
    part: 0,
    tool: 'pen',
    color: 0,
    size: 1,
    points: [0, 0],
  } as const
  return me !== null && judge(state, me, { kind: 'stroke', payload: probe }) === 'allowed'
}

export function Board({ state, me, submit, pictures, room = null }: BoardProps) {
  const t = useT()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [tool, setTool] = useState<Tool | null>(null)
  const [color, setColor] = useState(0)
  const page = state.pages.find(({ id }) => id === state.page) ?? state.pages[0]
  const place = state.pages.findIndex(({ id }) => id === state.page)
  const strokes = useMemo(() => state.strokes[state.page] ?? [], [state.strokes, state.page])
  const height = page?.height ?? 7500
  useEffect(() => {
    if (canvas.current) paint(canvas.current, height, strokes)
  }, [height, strokes])
  const canDraw = mayDraw(state, me)
  const active = canDraw ? tool : null
  const pointer = usePointer({ active, color, state, me, submit, canvas })
  const picture = page?.picture ? pictures?.get(page.picture) : undefined
  return (
    <section className="live-board" aria-label={t('board')}>
      <div className="live-paper" data-page={state.page} style={{ aspectRatio: `${pageWidth} / ${height}` }}>
        {picture !== undefined && <img src={picture} alt={page?.title ?? ''} draggable={false} />}
        <canvas
          ref={canvas}
          role="img"
          aria-label={t('board-facts', { page: place + 1, pages: state.pages.length, strokes: strokes.length })}
          data-tool={active ?? undefined}
          {...pointer}
        />
      </div>
      <div className="live-tools">
        {canDraw && (
          <ButtonGroup role="group" aria-label={t('tools')}>
            {(['pen', 'marker', 'eraser'] as const).map((name) => (
              <Button
                key={name}
                icon={toolIcons[name]}
                aria-label={t(`tool-${name}`)}
                title={t(`tool-${name}`)}
                aria-pressed={active === name}
                active={active === name}
                onClick={() => setTool(active === name ? null : name)}
              />
            ))}
          </ButtonGroup>
        )}
        {canDraw && active !== null && active !== 'eraser' && (
          <span className="live-colors" role="group" aria-label={t('colors')}>
            {penColors.map((value, index) => (
              <button
                key={value}
                type="button"
                className="live-color"
                style={{ background: value }}
                aria-label={t(`color-${index as 0 | 1 | 2 | 3 | 4 | 5}`)}
                aria-pressed={color === index}
                onClick={() => setColor(index)}
              />
            ))}
          </span>
        )}
        <Pages state={state} me={me} submit={submit} place={place} room={room} />
      </div>
    </section>
  )
}

interface ToolButtonProps {
  readonly icon: ReactElement
  readonly label: string
  readonly disabled?: boolean
  readonly onClick: () => void
}

const ToolButton = ({ icon, label, disabled = false, onClick }: ToolButtonProps) => (
  <Button icon={icon} aria-label={label} title={label} disabled={disabled} onClick={onClick} />
)

function Pages({ state, me, submit, place, room = null }: BoardProps & { readonly place: number }) {
  const t = useT()
  const isTeacher = me !== null && isStaff(me) && (state.status === 'live' || state.status === 'scheduled')
  const go = (index: number): void => {
    const page = state.pages[index]
    if (page) submit({ kind: 'page.go', payload: { page: page.id } })
  }
  const undo = (): void => {
    const own = state.strokes[state.page]?.findLast(({ person }) => person === me?.holder)
    if (own) submit({ kind: 'erase', payload: { page: state.page, strokes: [own.id] } })
  }
  const hasOwn = state.strokes[state.page]?.some(({ person }) => person === me?.holder) ?? false
  return (
    <span className="live-pages">
      {mayDraw(state, me) && <ToolButton icon={<Undo />} label={t('undo')} disabled={!hasOwn} onClick={undo} />}
      {isTeacher && (
        <ToolButton
          icon={<Trash />}
          label={t('clear')}
          disabled={(state.strokes[state.page]?.length ?? 0) === 0}
          onClick={() => submit({ kind: 'clear', payload: { page: state.page } })}
        />
      )}
      {isTeacher && (
        <ToolButton
          icon={<ChevronLeft />}
          label={t('page-before')}
          disabled={place <= 0}
          onClick={() => go(place - 1)}
        />
      )}
      <span className="live-place">{t('page-place', { page: place + 1, pages: state.pages.length })}</span>
      {isTeacher && (
        <ToolButton
          icon={<ChevronRight />}
          label={t('page-next')}
          disabled={place >= state.pages.length - 1}
          onClick={() => go(place + 1)}
        />
      )}
      {isTeacher && (
        <ToolButton
          icon={<NewObject />}
          label={t('page-add')}
          onClick={() => submit({ kind: 'page.add', payload: { height: 7500, picture: null, title: '' } })}
        />
      )}
      {isTeacher && room !== null && <PagesButton room={room} pages={state.pages.length} submit={submit} />}
    </span>
  )
}

interface PointerParts extends Omit<BoardProps, 'pictures' | 'room'> {
  readonly active: Tool | null
  readonly color: number
  readonly canvas: { readonly current: HTMLCanvasElement | null }
}

/** Fingers, pens and the mouse on the paper. */
function usePointer({ active, color, state, me, submit, canvas }: PointerParts) {
  const pen = useRef<Pen | null>(null)
  const erased = useRef<Set<string> | null>(null)
  const placeOf = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }) =>
    placeOn(canvas.current?.getBoundingClientRect() ?? { left: 0, top: 0, width: 1 }, clientX, clientY)
  const erase = (event: PointerEvent): void => {
    const strokes = state.strokes[state.page] ?? []
    const may = strokes.filter(({ person }) => me !== null && (isStaff(me) || person === me.holder))
    const fresh = strokesNear(may, placeOf(event), eraserReach).filter(({ id }) => !erased.current?.has(id))
    if (fresh.length === 0) return
    for (const { id } of fresh) erased.current?.add(id)
    submit({ kind: 'erase', payload: { page: state.page, strokes: fresh.map(({ id }) => id) } })
  }
  const end = (): void => {
    pen.current?.lift()
    pen.current = null
    erased.current = null
  }
  return {
    onPointerDown(event: PointerEvent<HTMLCanvasElement>): void {
      if (active === null || event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      if (active === 'eraser') {
        erased.current = new Set()
        erase(event)
        return
      }
      pen.current = new Pen(state.page, { tool: active, color, size: sizes[active] }, submit)
      pen.current.add(placeOf(event))
    },
    onPointerMove(event: PointerEvent<HTMLCanvasElement>): void {
      if (erased.current) erase(event)
      if (!pen.current) return
      const moves = event.nativeEvent.getCoalescedEvents?.() ?? []
      for (const move of moves.length > 0 ? moves : [event.nativeEvent]) pen.current.add(placeOf(move))
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}
