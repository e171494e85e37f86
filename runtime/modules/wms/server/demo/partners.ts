/** Suppliers, customers and carriers. */
import { carrierNames, companyName } from './names.ts'
import { cities, mobileOf, personName, streetAddress } from './places.ts'
import { itemAt, randomOf, type Random } from './random.ts'
import type { DemoRecord, DemoValues } from '#generated/wms/server.ts'
import type { Wording } from './wording.ts'

type Partner = 'supplier' | 'customer' | 'carrier'

/** Columns that all partners have. */
interface PartnerRecord<Kind extends Partner> {
  readonly table: `wms/${Kind}`
  readonly key: string
  readonly values: DemoValues<'wms/supplier'> & DemoValues<'wms/customer'> & DemoValues<'wms/carrier'>
}

/** Where each kind's mobile numbers start, so that all stay apart. */
const mobileStart: Readonly<Record<Partner, number>> = { supplier: 10_000, customer: 20_000, carrier: 30_000 }

const remarks: Readonly<Record<Partner, readonly string[]>> = {
  supplier: ['月结 30 天', '起订量 50 箱', '到货前一天电话预约', '票货同行'],
  customer: ['只收上午到货', '送货上门需提前预约', '月结客户', '收货需核对批次日期'],
  carrier: ['支持代收货款', '大件需提前下单'],
}

export function suppliers(count: number, seed: number, wording: Wording): DemoRecord<'wms/supplier'>[] {
  return partners('supplier', count, { seed, wording }, (city, place) => companyName(wording, 'supplier', city, place))
}

export function customers(count: number, seed: number, wording: Wording): DemoRecord<'wms/customer'>[] {
  return partners('customer', count, { seed, wording }, (city, place) => companyName(wording, 'customer', city, place))
}

export function carriers(seed: number, wording: Wording): DemoRecord<'wms/carrier'>[] {
  return partners('carrier', carrierNames.length, { seed, wording }, (_city, place) =>
    wording.text(itemAt(carrierNames, place)),
  )
}

function partners<Kind extends Partner>(
  kind: Kind,
  count: number,
  { seed, wording }: { readonly seed: number; readonly wording: Wording },
  name: (city: string, place: number) => string,
): PartnerRecord<Kind>[] {
  return Array.from({ length: count }, (_, place) => {
    const random = randomOf(seed, `${kind}:${place}`)
    const city = random.pick(cities)
    return {
      table: `wms/${kind}`,
      key: `${kind}:${place + 1}`,
      values: {
        name: name(city, place),
        ...contact(kind, place, random, wording),
        ...address(kind, city, random, wording),
        weigh: count - place,
      },
    }
  })
}

function contact(kind: Partner, place: number, random: Random, wording: Wording): PartnerRecord<Partner>['values'] {
  const account = `${kind}${String(place + 1).padStart(4, '0')}`
  return {
    contact_person: personName(random, wording),
    mobile: mobileOf(mobileStart[kind] + place),
    email: random.chance(0.8) ? `${account}@example.com` : null,
    wechat: random.chance(0.6) ? `wx_${account}` : null,
  }
}

function address(kind: Partner, city: string, random: Random, wording: Wording): PartnerRecord<Partner>['values'] {
  return {
    level: random.pick([1, 2, 2, 3, 3, 3, 4, 4, 5]),
    city: wording.text(city),
    address: streetAddress(random, wording),
    remark: random.chance(0.25) ? wording.text(random.pick(remarks[kind])) : null,
  }
}
