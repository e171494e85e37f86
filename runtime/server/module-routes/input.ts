/** Reads and checks the input of a module's route. */
import {
  problemOfSchemaError,
  type InputSchema,
  type ObjectSchema,
  type QueryNode,
  type QueryTree,
  type SchemaError,
} from '../../protocol/index.ts'
import type { Problems } from '../records/body.ts'
import { refuseProblems } from '../records/problems.ts'
import type { Scope } from '../operation/scope.ts'

/** Returns the declared members of what was sent. Throws an OperationError `invalid` with the problems by field. */
export type ReadInput = (scope: Scope, sent: Readonly<Record<string, unknown>> | QueryTree) => unknown

/** Compiles an input schema. Throws when it has a keyword nobody knows, or one that its type does not use. */
export type CompileInput = (schema: ObjectSchema) => ReadInput

/** Loads the compiler, which a server without such routes need not hold. */
export async function loadInputCompiler(): Promise<CompileInput> {
  const { Ajv } = await import('ajv')
  const ajv = new Ajv({
    allErrors: true,
    strict: true,
    allowUnionTypes: true,
    validateFormats: false,
    removeAdditional: 'all',
    // The type of a declaration allows no other shape, and compiling the schema of JSON Schema takes longer than all of
    // ours, a fifth of a start.
    meta: false,
    validateSchema: false,
    // The schemas are small: making their code shorter takes a third of compiling and saves nothing that is noticed.
    code: { optimize: false },
  })
  return (schema) => {
    const validate = ajv.compile(schema)
    return (scope, sent) => {
      const input = sent instanceof Map ? fromQuery(sent, schema) : structuredClone(sent)
      if (validate(input)) return input
      const problems: Problems = new Map()
      for (const error of (validate.errors ?? []) as readonly SchemaError[]) {
        const { field, problem } = problemOfSchemaError(error)
        if (!problems.has(field)) problems.set(field, problem)
      }
      refuseProblems(scope, problems)
      return undefined
    }
  }
}

/** Everything in a query is text: what the schema declares as something else is read from it. */
function fromQuery(query: QueryTree, schema: ObjectSchema): Record<string, unknown> {
  const entries = Object.entries(schema.properties).flatMap(([name, property]) => {
    const node = query.get(name)
    return node === undefined ? [] : [[name, valueOf(node, property)] as const]
  })
  return Object.fromEntries(entries)
}

/** A text that does not have the declared type stays a text, which the schema then refuses. */
function valueOf(node: QueryNode, schema: InputSchema): unknown {
  if (node instanceof Map) {
    if (schema.type === 'array') return [...node.values()].map((one) => valueOf(one, schema.items))
    return schema.type === 'object' ? fromQuery(node, schema) : null
  }
  if (schema.type === 'integer' || schema.type === 'number')
    return /^-?\d{1,15}(\.\d+)?$/.test(node) ? Number(node) : node
  if (schema.type === 'boolean') return booleans.get(node) ?? node
  return node
}

const booleans: ReadonlyMap<string, boolean> = new Map([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
])
