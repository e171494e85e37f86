/** Where actions are carried out: each open list and record has a stage for its table; a record lies over its list and goes first. */
import { useEffect, useRef } from 'react'
import type { MachineActionModel, TableModel } from '../../protocol/index.ts'
import type { WireRow } from '../fields/input.ts'
import { label } from '../i18n/language.ts'
import { tell } from '../toasts/notify.ts'
import { t } from './texts.ts'

/** One record as it is known here, or several by id. */
export type Target =
  { readonly row: WireRow } | { readonly ids: readonly number[]; readonly nameOf: (id: number) => string }

export interface Wish {
  readonly model: TableModel
  readonly action: MachineActionModel
  readonly target: Target
  /** Where the focus returns to. */
  readonly opener: Element | null
  /** Nothing is asked that needs no answer: the person said "undo". */
  readonly isAgreed?: boolean
}

type Act = (wish: Wish) => Promise<void>

/** The list, or a record open over it. */
export type StagePlace = 'list' | 'record'

const stages: { readonly table: string; readonly place: StagePlace; readonly act: Act }[] = []

/** Takes the table's wishes while the component stands. */
export function useStage(table: string, place: StagePlace, act: Act): void {
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    const stage = { table, place, act: (wish: Wish) => latest.current(wish) }
    stages.push(stage)
    return () => void stages.splice(stages.indexOf(stage), 1)
  }, [table, place])
}

/** Resolves when it is done, or when a dialog asks for more. Where no stage is left, the record is opened instead. */
export async function perform(wish: Wish): Promise<void> {
  const own = stages.filter(({ table }) => table === wish.model.id)
  const stage = own.findLast(({ place }) => place === 'record') ?? own.at(-1)
  if (stage) return stage.act(wish)
  if ('row' in wish.target) location.hash = `#/admin/${wish.model.page}?edit=${String(wish.target.row['id'])}`
  tell({ tone: 'warning', text: t('undo-elsewhere', { action: label(wish.action.label) }) })
}
