/** Freight of an order by the province that it goes to. */
import { OperationError } from 'tablewright/server'
import { freightOptions } from '#generated/shop/options.ts'
import { t } from './i18n.ts'
import type { Hooks, Reading, Row, Scope } from '#generated/shop/server.ts'

type Rule = Pick<Row<'shop/freight'>, 'provinces' | 'fee' | 'kg_fee' | 'free_from'>

const provincesOf = ({ provinces }: Pick<Rule, 'provinces'>): readonly string[] =>
  provinces === null || provinces === '' ? [] : (JSON.parse(provinces) as readonly string[])

/** The code of the province of a region: 330106 → 330000. */
const provinceOf = (region: string): string => `${region.slice(0, 2)}0000`

/** The rule that names the province, else the first that names none; a region never has no rule by mistake. */
function ruleFor<R extends Rule>(rules: readonly R[], region: string): R | null {
  const province = provinceOf(region)
  return (
    rules.find((rule) => provincesOf(rule).includes(province)) ??
    rules.find((rule) => provincesOf(rule).length === 0) ??
    null
  )
}

/**
 * Cents.
 * @param goods cents of the goods
 * @param weight thousandths of a kilogram
 */
function freightBy(rule: Rule, goods: number, weight: number): number {
  if (rule.free_from !== null && goods >= rule.free_from) return 0
  return rule.fee + (rule.kg_fee ?? 0) * Math.ceil(weight / 1000)
}

/** Two rules for one region would leave to chance which of them applies: the second is refused, and names the first. */
export const freightHooks: Hooks<'shop/freight'> = {
  async afterWrite(scope, trx, { ids }) {
    // The second of two that are saved at the same moment sees the first.
    await scope.database.adapter.lockName(trx, 'freight rules')
    const rules = await trx
      .selectFrom('shop_freight')
      .select(['id', 'name', 'provinces'])
      .where('status', '=', freightOptions.status.enabled)
      .orderBy('id')
      .execute()
    for (const rule of rules.filter(({ id }) => ids.includes(id)))
      for (const other of rules) if (other.id !== rule.id) refuseSame(scope, rule, other)
  },
}

type NamedRule = Pick<Row<'shop/freight'>, 'name' | 'provinces'>

function refuseSame({ language, registry }: Scope, rule: NamedRule, other: NamedRule): void {
  const [own, others] = [provincesOf(rule), provincesOf(other)]
  const refuse = (sentence: string): never => {
    throw new OperationError('invalid', { errors: { provinces: sentence } })
  }
  if (own.length === 0 && others.length === 0) refuse(t(language, 'freight.rest', { rule: other.name }))
  const twice = own.filter((province) => others.includes(province))
  if (twice.length === 0) return
  const options = registry.require('shop/freight').fields.find(({ name }) => name === 'provinces')?.options ?? []
  const names = twice.map((code) => options.find(({ value }) => value === code)?.label[language] ?? code)
  refuse(t(language, 'freight.twice', { provinces: names.join(language === 'en' ? ', ' : '、'), rule: other.name }))
}

/** Cents. */
export interface Freight {
  readonly freight: number
  /** Value of goods from which nothing is charged; null = always charged. */
  readonly freeFrom: number | null
}

/**
 * The freight of these goods to a region.
 * @param goods cents of the goods
 * @param weight thousandths of a kilogram
 * @throws an OperationError `bad_state` when the site has no rule for the region
 */
export async function freightOf(
  { language }: Pick<Scope, 'language'>,
  query: Reading,
  region: string,
  goods: number,
  weight: number,
): Promise<Freight> {
  const rules = await query
    .selectFrom('shop_freight')
    .selectAll()
    .where('status', '=', freightOptions.status.enabled)
    .orderBy('id')
    .execute()
  const rule = ruleFor(rules, region)
  // Guard T22: a region without a rule is refused; nothing is sent for nothing.
  if (!rule) throw new OperationError('bad_state', { sentence: t(language, 'freight.none') })
  return { freight: freightBy(rule, goods, weight), freeFrom: rule.free_from }
}
