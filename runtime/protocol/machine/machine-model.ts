/**
 * State machines as the generator derives them from the schemas: states are values of enum fields, actions lead from
 * some of them to others.
 */
import type { FieldModel, Text, Tone } from '../field-model.ts'
import type { MessageNumber, RuleModel } from '../rules/rule.ts'

/** Wire values by state field. */
export type State = Readonly<Record<string, number | string>>

/** Values each state field may have; a field that is not named may have any. */
export type StatePattern = Readonly<Record<string, readonly (number | string)[]>>

/** A condition of an action, and the message shown when it is not true. */
export interface GuardModel {
  readonly rule: RuleModel
  readonly message: Text
  /** Numbers that the `{{name}}` placeholders of the message show. */
  readonly values?: Readonly<Record<string, MessageNumber>>
}

/**
 * What an action does in addition to changing the state, in order: posts to a ledger, reverses what was posted, runs
 * code of the module.
 */
export type EffectModel = { readonly post: string } | { readonly reverse: string } | { readonly run: string }

/** A further right that the effects of an action check; its node is `<page>/<name>`. */
export interface RightModel {
  readonly name: string
  readonly label: Text
}

export interface MachineActionModel {
  /** Route, permission node and audit action, for example `unaudit`. */
  readonly name: string
  readonly label: Text
  /** Help text of the dialog. */
  readonly help?: Text
  readonly tone: Tone
  readonly icon?: string
  /** The action is legal in any of these. */
  readonly from: readonly StatePattern[]
  /** Where it leads. A field with several values gets one of them from `set` or an effect; a field not named stays. */
  readonly to: StatePattern
  /**
   * The inputs, in the order of the dialog. Those that are fields of the entity (`stored`) are written to the record;
   * the others are only passed to rules, effects and the log.
   */
  readonly input: readonly InputModel[]
  readonly guards: readonly GuardModel[]
  /** Coming values, shown while a person fills in the inputs; rules see the record as it is and the inputs. */
  readonly preview?: Readonly<Record<string, RuleModel>>
  /** Fields the action computes; rules see the record with the inputs, and `old` as it was before. */
  readonly set: Readonly<Record<string, RuleModel>>
  readonly effects: readonly EffectModel[]
  /** Name of the action that undoes it. */
  readonly undo: string | null
  readonly rights: readonly RightModel[]
}

export interface InputModel extends FieldModel {
  /** True for a field of the entity. */
  readonly stored: boolean
  /** Its value when the dialog opens, as a rule over the record; what a person enters replaces it. */
  readonly prefill?: RuleModel
}

export interface MachineModel {
  /** The enum fields that make up the state. */
  readonly fields: readonly string[]
  /** State of a new record. */
  readonly initial: State
  readonly actions: readonly MachineActionModel[]
  /** States in which `edit` is legal; null = in all. */
  readonly editable: readonly StatePattern[] | null
  /** States in which `del` is legal; null = in all. */
  readonly deletable: readonly StatePattern[] | null
  /** States no action leads out of, on purpose. */
  readonly final: readonly StatePattern[]
}
