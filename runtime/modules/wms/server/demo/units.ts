/** Fourteen units of measure; weight is the one that is counted in thousandths. */
import type { DemoRecord } from '#generated/wms/server.ts'
import type { Wording } from './wording.ts'

const units: readonly (readonly [name: string, description: string, decimals: number])[] = [
  ['箱', '整箱出入库的包装单位', 0],
  ['件', '通用计件单位', 0],
  ['个', '单个销售的最小单位', 0],
  ['盒', '纸盒或塑料盒包装', 0],
  ['袋', '软包装', 0],
  ['瓶', '玻璃或塑料瓶装', 0],
  ['桶', '桶装，多用于粮油与洗涤', 0],
  ['包', '纸品与文具的小包装', 0],
  ['支', '笔、牙膏等条状商品', 0],
  ['卷', '胶带、线缆等卷装商品', 0],
  ['套', '成套销售的组合商品', 0],
  ['双', '成对销售的商品', 0],
  ['台', '电器与设备', 0],
  ['千克', '称重商品，数量保留三位小数', 3],
]

export type UnitName = '箱' | '件' | '个' | '盒' | '袋' | '瓶' | '桶' | '包' | '支' | '卷' | '套' | '双' | '台' | '千克'

export const unitKey = (name: UnitName): string => `unit:${name}`

export function unitRecords({ text }: Wording): DemoRecord<'wms/unit'>[] {
  return units.map(([name, description, decimals], place) => ({
    table: 'wms/unit',
    key: `unit:${name}`,
    values: {
      name: text(name),
      decimals,
      description: text(description),
      status: 1,
      remark: null,
      weigh: units.length - place,
    },
  }))
}

/** A quantity in a unit, as text with the three digits quantities have. */
export const quantityText = (thousandths: number): string =>
  `${Math.floor(thousandths / 1000)}.${String(thousandths % 1000).padStart(3, '0')}`
