/** Freight of an order by the province that it goes to. */
import { freightOptions } from '#generated/shop/options.ts'
import { OperationError } from 'tablewright/server'
import { t } from './i18n.ts'
import type { Reading, Row, Scope } from '#generated/shop/server.ts'

type Rule = Pick<Row<'shop/freight'>, 'provinces' | 'fee' | 'kg_fee' | 'free_from'>

const provincesOf = ({ provinces }: Rule): readonly string[] =>
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

/**
 * The freight of these goods to a region, in cents.
 * @throws an OperationError `bad_state` when the site has no rule for the region
 */
export async function freightOf(
  { language }: Pick<Scope, 'language'>,
  query: Reading,
  region: string,
  goods: number,
  weight: number,
): Promise<number> {
  const rules = await query
    .selectFrom('shop_freight')
    .selectAll()
    .where('status', '=', freightOptions.status.enabled)
    .orderBy('id')
    .execute()
  const rule = ruleFor(rules, region)
  // Guard T22: a region without a rule is refused; nothing is sent for nothing.
  if (!rule) throw new OperationError('bad_state', { sentence: t(language, 'freight.none') })
  return freightBy(rule, goods, weight)
}
