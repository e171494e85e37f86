/** Reads and checks the input of a module's route. */
import {
  problemOfSchemaError,
  type InputSchema,
  type ObjectSchema,
  type QueryNode,
  type QueryTree,
  type SchemaError,
} from '../../../protocol/index.ts'
import type { Problems } from '../../records/body.ts'
import { refuseProblems } from '../../records/field-problems.ts'
import type { Scope } from '../../operation/scope.ts'

/**
 * Returns the declared members of what was sent. Rejects with an OperationError `invalid` with the problems by field.
 */
export type InputReader = (scope: Scope, sent: Readonly<Record<string, unknown>> | QueryTree) => Promise<unknown>

type Validate = (input: unknown) => readonly SchemaError[]

/**
 * The reader of a route. Its schema is compiled by the first request, because a start calls few routes of modules and
 * the compiler alone takes a tenth of it.
 * @throws when the schema has a keyword nobody knows, or one that its type does not use
 */
export function inputReader(schema: ObjectSchema): InputReader {
  checkSchema(schema)
  let compiled: Promise<Validate> | undefined
  return async (scope, sent) => {
    const validate = await (compiled ??= compile(schema))
    const input = sent instanceof Map ? fromQuery(sent, schema) : structuredClone(sent)
    const errors = validate(input)
    if (errors.length === 0) return input
    const problems: Problems = new Map()
    for (const error of errors) {
      const { field, problem } = problemOfSchemaError(error)
      if (!problems.has(field)) problems.set(field, problem)
    }
    refuseProblems(scope, problems)
    return undefined
  }
}

const keywords: Readonly<Record<string, readonly string[]>> = {
  string: ['maxLength', 'minLength', 'pattern', 'format', 'enum'],
  integer: ['minimum', 'maximum', 'enum'],
  number: ['minimum', 'maximum', 'enum'],
  null: [],
  boolean: [],
  array: ['items', 'maxItems', 'minItems', 'uniqueItems'],
  object: ['properties', 'required'],
}

/** What the type of a declaration allows, for those who write JavaScript. */
function checkSchema(schema: InputSchema): void {
  const { type, description: _description, ...rest } = schema
  const types: readonly string[] = [type].flat()
  const unknown = Object.keys(rest).find((name) => !types.some((one) => keywords[one]?.includes(name)))
  if (types.some((one) => keywords[one] === undefined) || unknown !== undefined)
    throw new Error(`the input has a schema of the type ${String(type)} with the keyword ${unknown ?? 'type'}`)
  if ('pattern' in schema && schema.pattern !== undefined) void new RegExp(schema.pattern, 'u')
  if ('items' in schema) checkSchema(schema.items)
  if ('properties' in schema) Object.values(schema.properties).forEach(checkSchema)
}

let compiler: Promise<import('ajv').Ajv> | undefined

/** One compiler, which a server without such routes need not hold. */
async function loadCompiler(): Promise<import('ajv').Ajv> {
  const { Ajv } = await import('ajv')
  return new Ajv({
    allErrors: true,
    strict: true,
    allowUnionTypes: true,
    validateFormats: false,
    // Guard T22: an input has only the members that the route declares.
    // Without: removeAdditional: false
    removeAdditional: 'all',
    // The type of a declaration allows no other shape, and compiling the schema of JSON Schema takes longer than all of
    // ours.
    meta: false,
    validateSchema: false,
    // The schemas are small: making their code shorter takes a third of compiling and saves nothing that is noticed.
    code: { optimize: false },
  })
}

async function compile(schema: ObjectSchema): Promise<Validate> {
  const validate = (await (compiler ??= loadCompiler())).compile(schema)
  return (input) => (validate(input) ? [] : ((validate.errors ?? []) as readonly SchemaError[]))
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
