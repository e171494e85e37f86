/** The operators of a condition, as the table protocol names them. */
export const operators = [
  'eq',
  'ne',
  'gt',
  'egt',
  'lt',
  'elt',
  'LIKE',
  'NOT LIKE',
  'IN',
  'NOT IN',
  'RANGE',
  'NOT RANGE',
  'FIND_IN_SET',
  'NULL',
  'NOT NULL',
] as const
export type Operator = (typeof operators)[number]

const aliases: Readonly<Record<string, Operator>> = {
  '=': 'eq',
  '<>': 'ne',
  '>': 'gt',
  '>=': 'egt',
  '<': 'lt',
  '<=': 'elt',
}

/** The operator of that name or alias, or null. Names compare without case. */
export function operatorOf(name: string): Operator | null {
  const alias = Object.hasOwn(aliases, name) ? aliases[name] : undefined
  return alias ?? operators.find((operator) => operator.toLowerCase() === name.toLowerCase()) ?? null
}
