/**
 * Where actions run: each open list and record has a host for its table; a record opened over its list takes
 * precedence.
 */
import { useEffect, useEffectEvent } from 'react'
import type { MachineActionModel, TableModel } from '../../../protocol/index.ts'
import type { WireRow } from '../../fields/input-props.ts'
import { label } from '../../core/i18n/language.ts'
import { notify } from '../../core/notify.ts'
import { t } from './texts.ts'

/** One record as it is loaded here, or several by id. */
export type Target =
  | { readonly row: WireRow }
  | { readonly ids: readonly number[]; readonly nameOf: (id: number) => string }

export interface ActionRequest {
  readonly model: TableModel
  readonly action: MachineActionModel
  readonly target: Target
  /** Where the focus returns to. */
  readonly trigger: Element | null
  /** No confirmation is needed: the user pressed "undo". */
  readonly isConfirmed?: boolean
}

type RunAction = (request: ActionRequest) => Promise<void>

/** The list, or a record open over it. */
export type ActionHostPlace = 'list' | 'record'

const hosts: { readonly table: string; readonly place: ActionHostPlace; readonly run: RunAction }[] = []

/** Carries out the table's actions while the component is mounted. */
export function useActionHost(table: string, place: ActionHostPlace, run: RunAction): void {
  const runLatest = useEffectEvent(run)
  useEffect(() => {
    const host = { table, place, run: (request: ActionRequest) => runLatest(request) }
    hosts.push(host)
    return () => void hosts.splice(hosts.indexOf(host), 1)
  }, [table, place])
}

/** Resolves when it is done, or when a dialog asks for more. Without a host the record is opened instead. */
export async function runAction(request: ActionRequest): Promise<void> {
  const own = hosts.filter(({ table }) => table === request.model.id)
  const host = own.findLast(({ place }) => place === 'record') ?? own.at(-1)
  if (host) return host.run(request)
  if ('row' in request.target) location.hash = `#/admin/${request.model.page}?edit=${String(request.target.row['id'])}`
  notify({ tone: 'warning', text: t('undo-elsewhere', { action: label(request.action.label) }) })
}
