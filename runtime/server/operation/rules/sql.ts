/** Prints a rule as SQL. The database answers what the evaluator of `protocol/rules` answers, NULL included. */
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { ColumnType, RuleActor, RuleModel, RuleNode, RuleOwner } from '../../../protocol/index.ts'
import type { Adapter } from '../../db/index.ts'

type Sql = RawBuilder<unknown>

/** Where the columns and facts of a rule come from. */
export interface SqlEvalContext {
  readonly column: (name: string, of: RuleOwner) => Expression<unknown>
  /**
   * A value or its placeholder: id of the actor (NULL = nobody) and of the member who acts, the actor's groups as JSON
   * array, Unix seconds.
   */
  readonly fact: (name: 'actor' | 'member' | 'groups' | 'now') => unknown
  readonly actor: Omit<RuleActor, 'groups'> | null
  /** The lines of the current row, by field. */
  readonly lines?: (field: string) => RuleLines
}

interface RuleLines {
  readonly table: string
  /** Condition on the lines, which are called `line` there. */
  readonly where: RawBuilder<SqlBool>
}

/** The rule as a condition: rows for which it is true. */
export const ruleConditionSql = (adapter: Adapter, rule: RuleModel, evalContext: SqlEvalContext): RawBuilder<SqlBool> =>
  toSql(adapter, rule.tree, evalContext) as RawBuilder<SqlBool>

/** The rule as the value of a column of that type; a value no column can store is NULL. */
export function ruleValueSql(
  adapter: Adapter,
  rule: RuleModel,
  evalContext: SqlEvalContext,
  type: ColumnType,
): RawBuilder<unknown> {
  const value = toSql(adapter, rule.tree, evalContext)
  return type === 'integer'
    ? sql`(select case when v between ${largest(-1)} and ${largest(1)} then v end
      from (select ${value} as v) as _number)`
    : value
}

const sqlTrue = sql`(1 = 1)`
const sqlFalse = sql`(1 = 0)`
const signs = { '==': '=', '!=': '<>', '<': '<', '<=': '<=', '>': '>', '>=': '>=' } as const

function toSql(adapter: Adapter, node: RuleNode, evalContext: SqlEvalContext): Sql {
  const of = (part: RuleNode): Sql => toSql(adapter, part, evalContext)
  switch (node.op) {
    case 'value':
      return literal(adapter, node.value)
    case 'field':
      return sql`${evalContext.column(node.name, node.of)}`
    case 'actor':
      if (node.name !== 'super') return integer(evalContext.fact(node.name === 'id' ? 'actor' : 'member'))
      return (evalContext.actor?.super ?? true) ? sqlTrue : sqlFalse
    case 'now':
      return integer(evalContext.fact('now'))
    case 'and':
    case 'or':
      return sql`(${sql.join(node.parts.map(of), sql.raw(` ${node.op} `))})`
    case 'not':
      return sql`(not ${of(node.part)})`
    case 'has':
      return sql`(${of(node.part)} is not null)`
    case 'compare':
      return sql`(${of(node.left)} ${sql.raw(signs[node.sign])} ${of(node.right)})`
    case 'scale':
      return adapter.arithmetic('multiply', of(node.part), integer(sql.lit(10 ** node.digits)))
    case 'round':
      return rounded(of(node.part), node.digits)
    case 'join':
      return sql`(${sql.join(node.parts.map(of), sql` || `)})`
    case 'choose':
      return sql`(case when ${of(node.when)} then ${of(node.then)} else ${of(node.else)} end)`
    case 'oneOf':
      return node.values.length === 0
        ? sqlFalse
        : sql`(${of(node.part)} in (${sql.join(node.values.map((value) => literal(adapter, value)))}))`
    case 'inGroups':
      return sql`(${adapter.isAmong(of(node.part), evalContext.fact('groups'))})`
    case 'includes':
      return includes(adapter, node, evalContext)
    case 'length':
      return sql`length(${of(node.part)})`
    case 'items':
      return adapter.jsonLength(of(node.part))
    case 'plainText':
      throw new Error('the text of markup is computed when a record is saved')
    case 'startsWith':
    case 'endsWith':
    case 'contains':
      return matches(adapter, node.op, of(node.part), node.text)
    case 'count':
    case 'all':
    case 'exists':
    case 'sum':
      return overLines(adapter, node, evalContext)
    default:
      return adapter.arithmetic(node.op, of(node.left), of(node.right))
  }
}

const integer = (value: unknown): Sql => sql`cast(${value} as bigint)`

function literal(adapter: Adapter, value: string | number | boolean): Sql {
  if (typeof value === 'boolean') return value ? sqlTrue : sqlFalse
  return typeof value === 'string' ? adapter.textLiteral(value) : integer(sql.lit(value))
}

/** Rounds halves away from zero. The value occurs once, however long it is. */
function rounded(value: Sql, digits: number): Sql {
  const [unit, half] = [integer(sql.lit(10 ** digits)), integer(sql.lit(10 ** digits / 2))]
  return sql`(select v / ${unit} + (case when v % ${unit} >= ${half} then 1 when v % ${unit} <= - ${half} then -1
    else 0 end) from (select cast(${value} as bigint) as v) as _number)`
}

function includes(
  adapter: Adapter,
  { list, part }: Extract<RuleNode, { op: 'includes' }>,
  evalContext: SqlEvalContext,
): Sql {
  const { actor } = evalContext
  const acting = part.op === 'actor' && part.name === 'member' ? actor?.member?.id : actor?.id
  const operand = part.op === 'value' ? part.value : part.op === 'actor' ? (acting ?? null) : null
  if (operand === null || typeof operand === 'boolean') return sqlFalse
  return sql`(${adapter.jsonHas(toSql(adapter, list, evalContext), operand)})`
}

function matches(adapter: Adapter, op: 'startsWith' | 'endsWith' | 'contains', text: Sql, pattern: string): Sql {
  const [part, length] = [adapter.textLiteral(pattern), sql.lit([...pattern].length)]
  if (op === 'contains') return sql`(replace(${text}, ${part}, '') <> ${text})`
  if (op === 'startsWith') return sql`(substr(${text}, 1, ${length}) = ${part})`
  return sql`(length(${text}) >= ${length} and substr(${text}, length(${text}) - ${length} + 1) = ${part})`
}

function overLines(
  adapter: Adapter,
  node: Extract<RuleNode, { readonly lines: string }>,
  evalContext: SqlEvalContext,
): Sql {
  const lines = evalContext.lines?.(node.lines)
  if (!lines) throw new Error(`the lines "${node.lines}" cannot be looked into here`)
  const from = (value: Sql): Sql =>
    sql`(select ${value} as v from ${sql.table(lines.table)} as line where ${lines.where}) as _item`
  if (node.op === 'count') return sql`(select count(*) from ${from(sql`1`)})`
  const item = toSql(adapter, node.part, evalContext)
  if (node.op === 'sum')
    return sql`(select cast(coalesce(sum(case when v between ${largest(-1)} and ${largest(1)} then v
      end), 0) as bigint) from ${from(item)})`
  const [deciding, decided, else_] =
    node.op === 'exists' ? [sql`v`, sqlTrue, sqlFalse] : [sql`not v`, sqlFalse, sqlTrue]
  return sql`(select case when sum(case when ${deciding} then 1 else 0 end) > 0 then ${decided} when sum(case
    when v is null then 1 else 0 end) > 0 then null else ${else_} end from ${from(item)})`
}

/** The largest value of a column. */
const largest = (sign: 1 | -1): Sql => sql.lit(sign * Number.MAX_SAFE_INTEGER)
