/**
 * The evaluator and both databases answer every rule alike, over thousands of pairs of a random rule and a random row.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { computeRuleValue, type FieldModel, type RuleFacts, type RuleModel, type RuleValue } from 'tablewright/protocol'
import { fullScope } from '../../../generator/rule/scope.ts'
import { readRule } from '../../../generator/rule/read.ts'
import type { Database } from '../../../runtime/server/db/index.ts'
import { ruleConditionSql, ruleValueSql, type SqlEvalContext } from '../../../runtime/server/operation/rules/sql.ts'
import { engines, type TestDatabase } from '../../support/databases.ts'
import { field } from '../../support/models.ts'
import {
  before,
  line,
  now,
  Random,
  randomCondition,
  randomLines,
  randomNumber,
  randomRow,
  randomText,
  seen,
} from './random.ts'

const rowCount = 90
const actor = { id: 2, super: false, groups: [1, 3], member: { id: 3 } }
const instant = 1_760_000_000
const scope = { ...fullScope(seen.fields), groups: true }

interface Case {
  readonly rule: RuleModel
  readonly isTruth: boolean
  readonly type: 'integer' | 'text'
}

function read(source: string, expected: 'condition' | FieldModel): RuleModel | null {
  const found = readRule(source, expected, scope)
  if ('rule' in found) return found.rule
  // Products of products may have too many digits; all else must be readable.
  if (found.fault.code === 'TW1604' && /digits behind the point/.test(found.fault.message.en)) return null
  throw new Error(`${source}: ${found.fault.message.en}`)
}

const amount = field('amount', 'decimal', { scale: 8 })
const words = field('words', 'text')

function makeCases(random: Random): readonly Case[] {
  const of = (count: number, expected: 'condition' | FieldModel, make: () => string): Case[] => {
    const found: Case[] = []
    while (found.length < count) {
      const rule = read(make(), expected)
      if (rule) found.push({ rule, isTruth: expected === 'condition', type: expected === amount ? 'integer' : 'text' })
    }
    return found
  }
  return [
    ...of(100, 'condition', () => randomCondition(random)),
    ...of(30, amount, () => `round(${randomNumber(random, 3, '')}, 2)`),
    ...of(10, words, () => randomText(random, 2, '')),
  ]
}

const random = new Random(20_261_121)
const rows = Array.from({ length: rowCount }, (_one, at) => ({
  id: at + 1,
  now: randomRow(random),
  before: at % 5 === 0 ? null : randomRow(random),
  lines: randomLines(random),
}))
const cases = makeCases(random)

async function fill(database: Database): Promise<void> {
  await database.write(async (trx) => {
    for (const { id, now: current, before: old, lines } of rows) {
      await trx
        .insertInto(now.table)
        .values({ id, version: 1, ...current })
        .execute()
      if (old)
        await trx
          .insertInto(before.table)
          .values({ id, version: 1, ...old })
          .execute()
      for (const one of lines)
        await trx
          .insertInto(line.table)
          .values({ version: 1, case_id: id, ...one })
          .execute()
    }
  })
}

const ground: SqlEvalContext = {
  column: (name, of) => sql`${sql.id(of === 'old' ? 'o' : of === 'line' ? 'line' : 't', name)}`,
  fact: (name) =>
    ({ actor: actor.id, member: actor.member.id, groups: JSON.stringify(actor.groups), now: instant })[name],
  actor,
  lines: () => ({ table: line.table, where: sql`${sql.id('line', 'case_id')} = ${sql.id('t', 'id')}` }),
}

/** What the database says, by row: many rules in one statement. */
async function answersOf(database: Database, part: readonly Case[]): Promise<readonly Record<string, RuleValue>[]> {
  const columns = part.map(({ rule, isTruth, type }, at) => {
    const value = isTruth
      ? sql`(select case when v then 1 when not v then 0 end
        from (select ${ruleConditionSql(database.adapter, rule, ground)} as v) as truth)`
      : ruleValueSql(database.adapter, rule, ground, type)
    return sql`${value} as ${sql.id(`r${at}`)}`
  })
  const { rows: found } = await sql<
    Record<string, RuleValue>
  >`select t.id, ${sql.join(columns)} from ${sql.table(now.table)} as t left
    join ${sql.table(before.table)} as o on o.id = t.id order by t.id`.execute(database.query)
  return found
}

function expected({ rule, isTruth }: Case, { now: record, before: old, lines }: (typeof rows)[number]): RuleValue {
  const facts: RuleFacts = { record, old, actor, now: instant, lines: { parts: lines } }
  const value = computeRuleValue(rule, facts)
  return isTruth && value !== null ? Number(value) : value
}

describe.each(engines)('rules on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open([now, before, line])
    await fill(database)
  })
  afterAll(() => database?.dispose())

  it(`answer as the evaluator does (${cases.length * rowCount} pairs)`, async () => {
    let pairs = 0
    const differing: unknown[] = []
    for (let start = 0; start < cases.length; start += 20) {
      const part = cases.slice(start, start + 20)
      const answers = await answersOf(database, part)
      answers.forEach((answer, at) =>
        part.forEach((one, index) => {
          pairs++
          const [theirs, ours] = [answer[`r${index}`] ?? null, expected(one, rows[at]!)]
          if (theirs !== ours)
            differing.push({ rule: one.rule.source, row: rows[at], database: theirs, evaluator: ours })
        }),
      )
    }
    expect(differing.slice(0, 3)).toEqual([])
    expect(pairs).toBeGreaterThanOrEqual(10_000)
  })
})

it('meets truth, falsehood and the unknown, each often', () => {
  const outcomes = cases.filter((one) => one.isTruth).flatMap((one) => rows.map((row) => String(expected(one, row))))
  for (const outcome of ['0', '1', 'null'])
    expect(outcomes.filter((one) => one === outcome).length).toBeGreaterThan(outcomes.length / 20)
})
