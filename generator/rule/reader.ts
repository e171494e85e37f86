/** The state of one reading: what can be named here, and what was asked for so far. */
import type { ASTNode } from '@marcbachmann/cel-js'
import type { FieldModel, RuleRequirement } from '../../runtime/protocol/index.ts'
import type { RuleScope } from './scope.ts'
import type { Typed } from './type.ts'

export interface Reader {
  readonly source: string
  readonly scope: RuleScope
  /** Fields of the record that can be named. */
  readonly fields: ReadonlyMap<string, FieldModel>
  /** The current line: its variable and its fields. */
  readonly line: { readonly name: string; readonly fields: ReadonlyMap<string, FieldModel> } | null
  readonly reads: Set<string>
  readonly asks: Set<RuleRequirement>
  /** Reads a part: the whole language again. */
  readonly read: (node: ASTNode, reader: Reader) => Typed
}

/** A part of the syntax tree of one operator. */
export type Part<Op extends ASTNode['op']> = Extract<ASTNode, { readonly op: Op }>
