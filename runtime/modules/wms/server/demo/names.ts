/** Invented names that read like those of a wholesale trade: a coined word, then the line of business. */
import { itemAt } from './random.ts'
import type { Wording } from './wording.ts'

const heads = [...'澄溪青禾云屿松砚柏舟远岫清霁映棠南栀疏桐晴岚知禹枕石望舒闻笛拾光']
const tails = [...'苑川岭垣野汀泽原朗序']

const trades = {
  supplier: [
    '食品有限公司',
    '粮油贸易有限公司',
    '日化有限公司',
    '家居用品有限公司',
    '五金制品有限公司',
    '文化用品有限公司',
    '冷链食品有限公司',
    '供应链有限公司',
  ],
  customer: [
    '生活超市',
    '便利店',
    '社区生鲜',
    '食品商行',
    '百货商行',
    '五金店',
    '办公用品店',
    '餐饮管理有限公司',
    '母婴生活馆',
    '仓储会员店',
  ],
} as const

/** `place` 0, 1, 2 …: no two of one kind are equal below 2 000. */
export function companyName(wording: Wording, trade: keyof typeof trades, city: string, place: number): string {
  const line = itemAt(trades[trade], place + Math.floor(place / (heads.length * tails.length)))
  return wording.company(city, coined(place), line)
}

/** Two characters: heads and tails run against each other, so that a pair comes back only after all pairs. */
function coined(place: number): string {
  return itemAt(heads, place) + itemAt(tails, place + Math.floor(place / heads.length))
}

export const carrierNames: readonly string[] = [
  '驰岫快运',
  '禾速物流',
  '云栈速递',
  '远帆冷链运输',
  '青驿城配',
  '鹿行货运',
  '川屿航空货运',
  '同辙铁路快运',
]
