/** Which actions a record has, and why one of them is disabled now. Pure. */
import {
  isDeletable,
  checkAction,
  rulesOf,
  stateText,
  type Language,
  type MachineActionModel,
  type StatePattern,
  type TableModel,
} from '../../../protocol/index.ts'
import { fillTemplate } from '../../../i18n/fill-template.ts'
import type { WireRow } from '../../fields/input-props.ts'
import type { Translate } from '../../core/i18n/texts.ts'
import { factsOf, isJudgeable, type Actor } from '../../fields/rule-facts.ts'
import type { MachineText } from './texts.ts'

export interface AvailableAction {
  readonly action: MachineActionModel
  /** Why it cannot be taken, null when it can. */
  readonly reason: string | null
  /** The action does not start from the state of the record. */
  readonly isWrongState: boolean
}

/** What available actions depend on in addition to the record. */
export interface ActionContext {
  readonly model: TableModel
  /** Whether the admin has the permission of an action; actions without it are not listed at all. */
  readonly isPermitted: (action: string) => boolean
  readonly actor: Actor
  readonly language: Language
  readonly t: Translate<MachineText>
}

/** In the order of the schema. */
export function availableActions(context: ActionContext, row: WireRow): readonly AvailableAction[] {
  const { model, actor } = context
  const facts = factsOf(model, row, actor, Date.now())
  return permittedActions(context).map((action) => {
    const may = checkAction(
      {
        ...action,
        guards: action.guards.filter((guard) => rulesOf(guard).every((rule) => isJudgeable(model, row, rule))),
      },
      facts,
    )
    if (may.may) return { action, reason: null, isWrongState: false }
    if (may.because === 'guard')
      return { action, reason: fillTemplate(may.message[context.language], may.values), isWrongState: false }
    return { action, reason: context.t('only-in', { states: statesText(context, action.from) }), isWrongState: true }
  })
}

/** Actions the admin has the permission for. */
export function permittedActions({ model, isPermitted }: ActionContext): readonly MachineActionModel[] {
  return (model.machine?.actions ?? []).filter((action) => isPermitted(action.name))
}

/** Why the record cannot be deleted; null when its state allows it. */
export function deleteBlockedReason(
  context: Pick<ActionContext, 'model' | 'language' | 't'>,
  row: WireRow,
): string | null {
  const { model, t } = context
  return isDeletable(model, row)
    ? null
    : t('delete-only-in', { states: statesText(context, model.machine?.deletable ?? []) })
}

/** The state a record is in, as people read it. */
export function stateLabel(model: TableModel, row: WireRow, language: Language): string {
  const fields = model.machine?.fields ?? []
  return stateText(model, Object.fromEntries(fields.map((field) => [field, row[field] as number | string])))[language]
}

function statesText(
  { model, language, t }: Pick<ActionContext, 'model' | 'language' | 't'>,
  patterns: readonly StatePattern[],
): string {
  return patterns.map((pattern) => stateText(model, pattern)[language]).join(t('or'))
}

/** True when an action needs no confirmation: it has no input, can be undone, and posts nothing to a ledger. */
export function needsNoConfirmation({ input, undo, effects }: MachineActionModel): boolean {
  return input.length === 0 && undo !== null && !effects.some((effect) => 'post' in effect || 'reverse' in effect)
}

/**
 * Splits off the actions shown as buttons: enabled ones that are the next step. The rest is for a menu, as what can be
 * done with a record at any time, which would stand in every row.
 * @param fits whether there is enough space for the action as a button
 */
export function splitActions(
  actions: readonly AvailableAction[],
  maxShown: number,
  fits: (action: AvailableAction) => boolean = () => true,
): { readonly shown: readonly AvailableAction[]; readonly rest: readonly AvailableAction[] } {
  const enabled = actions.filter(({ reason }) => reason === null)
  const visibleActions = enabled.filter(isNextStep).slice(0, maxShown).filter(fits)
  return { shown: visibleActions, rest: actions.filter((action) => !visibleActions.includes(action)) }
}

/** As `splitActions`; actions that only a guard disables are shown, too, so that the user sees what is missing. */
export function splitRecordActions(
  actions: readonly AvailableAction[],
  maxShown: number,
): ReturnType<typeof splitActions> {
  const visibleActions = nextSteps(actions.filter(({ isWrongState }) => !isWrongState)).slice(0, maxShown)
  return { shown: visibleActions, rest: actions.filter((action) => !visibleActions.includes(action)) }
}

const isNextStep = ({ action }: AvailableAction): boolean => action.tone === 'primary' || action.tone === 'success'

/** Without those with a warning tone: they revert something. */
const nextSteps = (actions: readonly AvailableAction[]): readonly AvailableAction[] => [
  ...actions.filter(isNextStep),
  ...actions.filter(({ action }) => action.tone === 'none'),
]
