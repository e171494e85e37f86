/** Which actions a person is offered on a record, and why one of them cannot be taken now. Pure. */
import {
  isDeletable,
  checkAction,
  stateText,
  type Language,
  type MachineActionModel,
  type StatePattern,
  type TableModel,
} from '../../protocol/index.ts'
import type { WireRow } from '../fields/input.ts'
import type { Translate } from '../i18n/texts.ts'
import { factsOf, isJudgeable, type Actor } from '../fields/rule-facts.ts'
import type { MachineText } from './texts.ts'

export interface Offer {
  readonly action: MachineActionModel
  /** Why it cannot be taken, null when it can. */
  readonly reason: string | null
  /** The record is in a state the action does not start from. */
  readonly isElsewhere: boolean
}

/** What an offer depends on beside the record. */
export interface Offering {
  readonly model: TableModel
  /** Whether the person holds the node of an action; those not held are not offered at all. */
  readonly holds: (action: string) => boolean
  readonly actor: Actor
  readonly language: Language
  readonly t: Translate<MachineText>
}

/** In the order of the schema. */
export function offersOf(offering: Offering, row: WireRow): readonly Offer[] {
  const { model, actor } = offering
  const facts = factsOf(model, row, actor, Date.now())
  return heldActions(offering).map((action) => {
    const may = checkAction(
      { ...action, guards: action.guards.filter(({ rule }) => isJudgeable(model, row, rule)) },
      facts,
    )
    if (may.may) return { action, reason: null, isElsewhere: false }
    if (may.because === 'guard') return { action, reason: may.message[offering.language], isElsewhere: false }
    return { action, reason: offering.t('only-in', { states: statesText(offering, action.from) }), isElsewhere: true }
  })
}

/** Actions whose right the person holds. */
export function heldActions({ model, holds }: Offering): readonly MachineActionModel[] {
  return (model.machine?.actions ?? []).filter((action) => holds(action.name))
}

/** Why the record cannot be deleted; null when its state allows it. */
export function keptReason(offering: Pick<Offering, 'model' | 'language' | 't'>, row: WireRow): string | null {
  const { model, t } = offering
  return isDeletable(model, row)
    ? null
    : t('delete-only-in', { states: statesText(offering, model.machine?.deletable ?? []) })
}

/** The state a record is in, as people read it. */
export function stateWords(model: TableModel, row: WireRow, language: Language): string {
  const fields = model.machine?.fields ?? []
  return stateText(model, Object.fromEntries(fields.map((field) => [field, row[field] as number | string])))[language]
}

function statesText(
  { model, language, t }: Pick<Offering, 'model' | 'language' | 't'>,
  patterns: readonly StatePattern[],
): string {
  return patterns.map((pattern) => stateText(model, pattern)[language]).join(t('or'))
}

/** True when an action asks nobody anything: it asks for no input, can be taken back, and moves no stock. */
export function isPlain({ input, undo, effects }: MachineActionModel): boolean {
  return input.length === 0 && undo !== null && !effects.some((effect) => 'post' in effect || 'reverse' in effect)
}

/** Those that stand out as buttons: legal now, and leading on rather than back; what the schema gave a tone goes first. The others stand in a menu. */
export function splitOffers(
  offers: readonly Offer[],
  most: number,
): { readonly shown: readonly Offer[]; readonly rest: readonly Offer[] } {
  const shown = forward(offers.filter(({ reason }) => reason === null)).slice(0, most)
  return { shown, rest: offers.filter((offer) => !shown.includes(offer)) }
}

/** As `splitOffers`; what a condition alone stands against is shown, too, so that the person sees what is missing. */
export function splitRecordOffers(offers: readonly Offer[], most: number): ReturnType<typeof splitOffers> {
  const shown = forward(offers.filter(({ isElsewhere }) => !isElsewhere)).slice(0, most)
  return { shown, rest: offers.filter((offer) => !shown.includes(offer)) }
}

/** Without those that warn: they take something back. */
function forward(offers: readonly Offer[]): readonly Offer[] {
  const isNext = ({ action }: Offer): boolean => action.tone === 'primary' || action.tone === 'success'
  return [...offers.filter(isNext), ...offers.filter(({ action }) => action.tone === 'none')]
}
