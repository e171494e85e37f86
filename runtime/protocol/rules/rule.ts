/**
 * A rule of a schema after it was parsed: a small tree for which the evaluator here and the SQL compiler of the server
 * give the same answers. Values are column values (StoredValue): decimals are scaled integers, and the tree aligns
 * their scales.
 */

/** A value that a rule reads or answers; NULL = unknown or none. */
export type RuleValue = string | number | boolean | null

/** The context of a rule in addition to the record. */
export type RuleRequirement = 'old' | 'actor' | 'now' | 'lines' | 'document'

export interface RuleModel {
  /** As the schema has it. */
  readonly source: string
  readonly tree: RuleNode
  /** Fields of the record it names, fields of lines among them; sorted. */
  readonly reads: readonly string[]
  /** Absent = nothing. */
  readonly asks?: readonly RuleRequirement[]
}

/** A number in a message, computed by a rule in that scale. */
export interface MessageNumber {
  readonly rule: RuleModel
  readonly scale: number
}

export const compareSigns = ['==', '!=', '<', '<=', '>', '>='] as const
export type CompareSign = (typeof compareSigns)[number]

/** `divide` and `remainder` cut towards zero; all of them are NULL where the result leaves 64 bits, or by zero. */
export const arithmeticOps = ['add', 'subtract', 'multiply', 'divide', 'remainder'] as const
export type ArithmeticOp = (typeof arithmeticOps)[number]

/**
 * Where a field is read: from the record as it will be, as it was, from the current line, or from the document of a
 * line.
 */
export type RuleOwner = 'record' | 'old' | 'line' | 'document'

export type RuleNode =
  | { readonly op: 'value'; readonly value: string | number | boolean }
  | { readonly op: 'field'; readonly name: string; readonly of: RuleOwner }
  /** `super` is a boolean, `id` and `member` are numbers; the groups occur in `inGroups` only. */
  | { readonly op: 'actor'; readonly name: 'id' | 'super' | 'member' }
  /** Unix seconds. */
  | { readonly op: 'now' }
  | { readonly op: 'and' | 'or'; readonly parts: readonly RuleNode[] }
  | { readonly op: 'not' | 'has'; readonly part: RuleNode }
  | { readonly op: 'compare'; readonly sign: CompareSign; readonly left: RuleNode; readonly right: RuleNode }
  | { readonly op: ArithmeticOp; readonly left: RuleNode; readonly right: RuleNode }
  /** Times 10^digits. */
  | { readonly op: 'scale'; readonly digits: number; readonly part: RuleNode }
  /** Through 10^digits, halves away from zero. */
  | { readonly op: 'round'; readonly digits: number; readonly part: RuleNode }
  /** Texts one after the other. */
  | { readonly op: 'join'; readonly parts: readonly RuleNode[] }
  | { readonly op: 'choose'; readonly when: RuleNode; readonly then: RuleNode; readonly else: RuleNode }
  | { readonly op: 'oneOf'; readonly part: RuleNode; readonly values: readonly (string | number)[] }
  /** The number is one of the actor's groups. */
  | { readonly op: 'inGroups'; readonly part: RuleNode }
  /** True when the JSON list in the field contains the value; false when there is no list. */
  | { readonly op: 'includes'; readonly list: RuleNode; readonly part: RuleNode }
  /** Characters of a text; items of a list or lines, 0 when there is none. */
  | { readonly op: 'length' | 'items'; readonly part: RuleNode }
  /** The text of markup; NULL where it has none. Only for values that are computed when a record is saved. */
  | { readonly op: 'plainText'; readonly part: RuleNode }
  | { readonly op: 'startsWith' | 'endsWith' | 'contains'; readonly part: RuleNode; readonly text: string }
  | { readonly op: 'count'; readonly lines: string }
  /** Over the lines of a document: `all` is true and `sum` 0 when there are none. A sum passes NULL over. */
  | { readonly op: 'all' | 'exists' | 'sum'; readonly lines: string; readonly part: RuleNode }

/** A record as its columns store it. */
export type RuleRecord = Readonly<Record<string, RuleValue>>

export interface RuleActor {
  /** Id of an administrator; null = a member or a visitor acts. */
  readonly id: number | null
  readonly super: boolean
  readonly groups: readonly number[]
  /** The member who acts; absent = an administrator or a visitor does. */
  readonly member?: { readonly id: number }
}

/** The facts a rule is evaluated with. */
export interface RuleFacts {
  /** The record as it will be. */
  readonly record: RuleRecord
  /** The record before the change; null for a new one, whose `old` fields are all NULL. */
  readonly old: RuleRecord | null
  /** Null = nobody is signed in (the command line): counts as super without an id and groups. */
  readonly actor: RuleActor | null
  /** Unix seconds. */
  readonly now: number
  /** Owned lines by field of the record. */
  readonly lines?: Readonly<Record<string, readonly RuleRecord[]>>
  /** The owner, for rules of its lines. */
  readonly document?: RuleRecord | null
}
