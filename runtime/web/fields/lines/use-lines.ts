/** State of one grid of lines: the visible page, the keys of the lines, the next focus. */
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import { useLatest } from '../../core/react/use-latest.ts'
import { memoizeByObject } from '../../../protocol/index.ts'
import type { InputProps, LinesContext, LineRules } from '../input-props.ts'
import { copyOf, linesIn, newLine, openColumns, withLineAfter, withoutLine, withValue, type DraftLine } from './edit.ts'
import type { GridContext } from './LineCell.tsx'
import { useLineKeys } from './line-keys.ts'
import { choicesBetween, loadChosen, withFilled, type ChosenRows } from './fill.ts'
import { focusCell, moveFor, type CellPosition } from './keyboard.ts'
import { namedRecords, withBlock } from './paste.ts'

/** Lines rendered at once, so that five hundred lines are as fast as forty. */
export const linesPerPage = 40

export interface LinesProps extends InputProps {
  readonly linesContext: LinesContext
}

/** The outcome of the rules for the fields of a line, as its row receives it. */
export interface RowRules {
  readonly hidden: readonly string[]
  readonly fixed: readonly string[]
  readonly needed: readonly string[]
  readonly computed: LineRules['computed']
}

export interface LinesState {
  readonly grid: GridContext
  readonly lines: readonly DraftLine[]
  readonly keys: readonly number[]
  /** Index of the first line that is rendered. */
  readonly first: number
  readonly canAdd: boolean
  /** True when something did not fit any more. */
  readonly isFull: boolean
  readonly turn: (first: number) => void
  readonly add: (after: number) => void
  readonly copy: (index: number) => void
  readonly remove: (index: number) => void
  /** True when the key was ours. */
  readonly handleKeyDown: (event: KeyboardEvent) => boolean
  readonly paste: (place: CellPosition, block: readonly (readonly string[])[]) => Promise<void>
  /** Errors by field as JSON text, so that an unchanged line is not rendered again. */
  readonly errorsJsonOf: (index: number) => string
  /** `RowRules` as JSON text, for the same reason. */
  readonly rulesJsonOf: (index: number) => string
}

/** @param frame the element around the lines */
export function useLines(props: LinesProps, frame: RefObject<HTMLDivElement | null>): LinesState {
  const { field, linesContext } = props
  const lines = linesIn(props.value)
  const latest = useRef({ props, lines })
  useLayoutEffect(() => {
    latest.current = { props, lines: linesIn(props.value) }
  }, [props])
  const keys = useLineKeys(lines.length)
  const maxLines = field.maxItems ?? Infinity
  const [isFull, setIsFull] = useState(false)
  const pages = usePages(frame, lines.length, linesContext.firstInvalid)
  // Two changes in one event build on each other: the second starts from the result of the first.
  const change = useCallback((next: readonly DraftLine[]) => {
    latest.current = { ...latest.current, lines: next }
    latest.current.props.onChange(next)
  }, [])
  const chosenRows = useRef<ChosenRows>(new Map())
  const fillsStarted = useRef(0)
  /** Changes lines, and fills in what the records that were chosen thereby bring along. */
  const changeAndFill = useCallback(
    (next: readonly DraftLine[]) => {
      const choices = choicesBetween(latest.current.props.field, latest.current.lines, next)
      change(next)
      for (const choice of choices) {
        // The record cannot be saved without what is still on its way.
        const fill = `${latest.current.props.field.name}.fill ${++fillsStarted.current}`
        latest.current.props.record.setPending(fill, true)
        void loadChosen(choice, chosenRows.current).then(() => {
          const { props: now, lines: current } = latest.current
          change(withFilled(now.field, current, choice, chosenRows.current))
          now.record.setPending(fill, false)
        })
      }
    },
    [change],
  )
  const insert = (after: number, line: DraftLine) => {
    if (latest.current.lines.length >= maxLines) return setIsFull(true)
    keys.insert(after + 1)
    change(withLineAfter(latest.current.lines, after, line))
    pages.focus({ line: after + 1, column: 0 })
  }
  const remove = (index: number) => {
    keys.remove(index)
    setIsFull(false)
    change(withoutLine(latest.current.lines, index))
    pages.focus({ line: Math.max(0, Math.min(index, lines.length - 2)), column: 0 })
  }
  const copy = (index: number) => {
    const line = latest.current.lines[index]
    if (line) insert(index, copyOf(field, line))
  }
  const actions = useLatest({ copy, remove })
  return {
    lines,
    keys: keys.all,
    first: pages.first,
    isFull: isFull && lines.length >= maxLines,
    canAdd: lines.length < maxLines,
    turn: pages.turn,
    grid: useGridSite(props, latest, change, changeAndFill),
    add: (after) => insert(after, newLine(field)),
    copy: useCallback((index) => actions.current.copy(index), [actions]),
    remove: useCallback((index) => actions.current.remove(index), [actions]),
    handleKeyDown: (event) => {
      const move = moveFor(event, { line: lines.length, column: openColumns(field).length })
      if (move === null || props.disabled) return false
      if ('go' in move) pages.focus(move.go)
      else insert(move.addAfter, newLine(field))
      return true
    },
    paste: async ({ line, column }, block) => {
      const records = await namedRecords(openColumns(field).slice(column), block).catch(() => new Map())
      setIsFull(line + block.length > maxLines)
      const context = { records, timeZone: props.locale.timeZone }
      changeAndFill(withBlock(field, latest.current.lines, { line, column }, block, context))
    },
    ...textsOf(linesContext),
  }
}

/** Errors and rules of a line as texts, which are the same while nothing in them changes. */
const textsOf = ({ errorsOf, rulesOf }: LinesContext): Pick<LinesState, 'errorsJsonOf' | 'rulesJsonOf'> => ({
  errorsJsonOf: (index) => JSON.stringify(errorsOf(index)),
  rulesJsonOf: (index) => rulesJson(rulesOf(index) ?? noRules),
})

const noRules: LineRules = { hidden: new Set(), fixed: new Set(), needed: new Set(), computed: {} }

const rulesJson = memoizeByObject(({ hidden, fixed, needed, computed }: LineRules): string =>
  JSON.stringify({ hidden: [...hidden], fixed: [...fixed], needed: [...needed], computed } satisfies RowRules),
)

type Latest = RefObject<{ readonly props: LinesProps; readonly lines: readonly DraftLine[] }>

/**
 * The props shared by all cells, unchanged while values are entered, so that only the edited line is rendered again.
 */
function useGridSite(
  { id, field, locale, disabled, record, linesContext: { inputOf, isLocked } }: LinesProps,
  latest: Latest,
  change: (lines: readonly DraftLine[]) => void,
  changeAndFill: (lines: readonly DraftLine[]) => void,
): GridContext {
  const owner = record.model
  const model = useMemo(
    () => ({
      ...owner,
      id: field.relation?.to ?? owner.id,
      title: field.relation?.show ?? owner.title,
      indexes: [],
      fields: field.fields ?? [],
    }),
    [owner, field.fields, field.relation],
  )
  return useMemo(
    () => ({
      id,
      model,
      locale,
      disabled,
      isLocked,
      inputOf,
      put: (index, name, value) =>
        changeAndFill(withValue(latest.current.props.field, latest.current.lines, index, name, value)),
      touch: (place) => latest.current.props.linesContext.touch(place),
      remember: (at, name, target, label) => {
        const relation = latest.current.props.field.fields?.find((candidate) => candidate.name === name)?.relation
        if (relation)
          change(
            latest.current.lines.map((line, index) =>
              index === at ? { ...line, [relation.as]: { id: target, [relation.show]: label } } : line,
            ),
          )
      },
      setPending: (place, isPending) =>
        latest.current.props.record.setPending(`${latest.current.props.field.name}.${place}`, isPending),
      // `t` changes with the language.
    }),
    [id, model, locale, disabled, isLocked, inputOf, change, changeAndFill, latest],
  )
}

const pageOf = (line: number): number => Math.floor(line / linesPerPage) * linesPerPage

/** The visible page, and the cell that receives the focus once it is rendered. */
function usePages(frame: RefObject<HTMLDivElement | null>, count: number, firstWrong: number | null) {
  const [target, setTarget] = useState(0)
  const [focusTarget, setFocusTarget] = useState<CellPosition | null>(null)
  const reached = useRef<CellPosition | null>(null)
  const [shownWrong, setShownWrong] = useState<number | null>(null)
  if (firstWrong !== shownWrong) {
    setShownWrong(firstWrong)
    if (firstWrong !== null) setTarget(pageOf(firstWrong))
  }
  const last = Math.max(0, Math.floor((count - 1) / linesPerPage) * linesPerPage)
  const first = Math.min(target, last)
  // After every rendering until the cell exists: its line or its page may be rendered later than the request.
  useEffect(() => {
    if (focusTarget === null || focusTarget === reached.current || !frame.current) return
    if (focusCell(frame.current, focusTarget)) reached.current = focusTarget
  })
  const focus = (place: CellPosition) => {
    setTarget(pageOf(place.line))
    setFocusTarget(place)
  }
  return { first, focus, turn: (next: number) => setTarget(Math.max(0, next)) }
}
