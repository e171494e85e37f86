/** Brands, each of one field of goods. */
import type { Field } from './catalogue/plan.ts'
import { brandPicture } from './pictures.ts'
import { itemAt } from './random.ts'
import type { DemoRecord } from '#generated/wms/server.ts'
import type { Wording } from './wording.ts'

interface Style {
  readonly heads: readonly string[]
  readonly tails: readonly string[]
  readonly introductions: readonly string[]
}

const fields: readonly Field[] = ['food', 'home', 'tools', 'office']

const styles: Readonly<Record<Field, Style>> = {
  food: {
    heads: [...'禾麦谷柚稻'],
    tails: [...'屿汀野里'],
    introductions: ['产地直采，当季加工。', '专注家庭餐桌的日常好味道。', '面向商超与便利店的休闲食品品牌。'],
  },
  home: {
    heads: [...'沐棉净澄皂'],
    tails: [...'语岚白澜'],
    introductions: ['温和洁净的居家生活用品。', '简约耐用，适合每天使用。', '为社区超市供应的日化与家居品牌。'],
  },
  tools: {
    heads: [...'铸砺固钧磐'],
    tails: [...'岭垒锋石'],
    introductions: ['工程级五金工具，支持批量定制。', '面向装修与维修市场的电工五金。', '经久耐用，提供两年质保。'],
  },
  office: {
    heads: [...'砚笺墨楮简'],
    tails: [...'溪竹舟榭'],
    introductions: ['学生与办公人群的书写伙伴。', '企业办公用品一站供应。', '讲究纸张与墨色的文具品牌。'],
  },
}

/** `place` 0, 1, 2 …: the fields take turns, so that few brands still serve all goods. */
function brandName(place: number, { coined }: Wording): string {
  const style = styles[itemAt(fields, place)]
  const turn = Math.floor(place / fields.length)
  const again = Math.floor(turn / (style.heads.length * style.tails.length))
  return coined(itemAt(style.heads, turn) + itemAt(style.tails, turn)) + (again > 0 ? String(again + 1) : '')
}

export function brandRecords(count: number, wording: Wording): DemoRecord<'wms/brand'>[] {
  return Array.from({ length: count }, (_, place) => {
    const { introductions } = styles[itemAt(fields, place)]
    const introduce = wording.text(itemAt(introductions, Math.floor(place / fields.length)))
    const values = { name: brandName(place, wording), image: brandPicture(place), introduce, weigh: count - place }
    return { table: 'wms/brand', key: `brand:${place + 1}`, values }
  })
}

/** The brands of one field, in order. */
export function brandsOf(field: Field, brands: readonly DemoRecord<'wms/brand'>[]): DemoRecord<'wms/brand'>[] {
  return brands.filter((_brand, place) => itemAt(fields, place) === field)
}
