/** Three warehouses, their areas and shelves. */
import { mobileOf, personName } from './places.ts'
import { itemAt, randomOf } from './random.ts'
import type { DemoRecord } from '#generated/wms/server.ts'
import { refKey, refTo } from './record.ts'
import type { Wording } from './wording.ts'

type Warehouse = DemoRecord<'wms/warehouse'>
type AreaRecord = DemoRecord<'wms/warehouse_area'>
type Shelf = DemoRecord<'wms/warehouse_shelf'>

export interface Locations {
  /** Warehouses, then areas, then shelves. */
  readonly records: readonly (Warehouse | AreaRecord | Shelf)[]
  /** Shelves of one area; when that has none, another area of the same climate. Empty when there is no such shelf. */
  readonly shelvesFor: (area: AreaName) => readonly Shelf[]
}

const central = [
  '食品区',
  '酒水饮料区',
  '粮油调味区',
  '个护清洁区',
  '纸品区',
  '家居日用区',
  '五金工具区',
  '电工照明区',
  '办公文具区',
  '整箱备货区',
] as const
const cold = ['乳品冷藏区', '蛋品冷藏区', '鲜肉冷藏区', '速冻食品区', '水产冷冻区'] as const

/** Areas where goods are put away. */
export type AreaName = (typeof central)[number] | (typeof cold)[number]

interface Site {
  readonly serial: string
  readonly name: string
  readonly type: number
  readonly city: string
  readonly address: string
  readonly remark: string | null
  readonly areas: readonly string[]
}

const sites: readonly [Site, Site, Site] = [
  {
    serial: 'WH01',
    name: '华东中心仓',
    type: 10,
    city: '嘉兴市',
    address: '青禾路188号物流园1栋',
    remark: null,
    areas: central,
  },
  {
    serial: 'WH02',
    name: '城北冷藏仓',
    type: 20,
    city: '杭州市',
    address: '临泉路66号冷链园3栋',
    remark: '库内作业须穿防寒服，出入随手关门。',
    areas: cold,
  },
  {
    serial: 'WH03',
    name: '退货处理仓',
    type: 30,
    city: '嘉兴市',
    address: '云栈路9号仓储中心2栋',
    remark: null,
    areas: ['待检区', '良品区', '残次品区'],
  },
]

/** An area with what its shelves need to know of it. */
interface Area {
  /** As the range of goods has it. */
  readonly name: string
  readonly record: AreaRecord
  readonly warehouse: Warehouse
  /** Place among the areas of its warehouse. */
  readonly place: number
  readonly letter: string
}

export function locations(shelfCount: number, seed: number, wording: Wording): Locations {
  const warehouses = sites.map((site, place) => warehouse(site, place, seed, wording))
  const areas = sites.flatMap((site, place) => areasOf(site, itemAt(warehouses, place), wording))
  const spread = shelvesPerArea(areas, shelfCount)
  const bare = areas.flatMap((area, place) => shelvesOf(area, itemAt(spread, place), wording))
  const shelves = bare.map((shelf, place) => ({ ...shelf, values: { ...shelf.values, weigh: bare.length - place } }))
  return {
    records: [...warehouses, ...areas.map((area) => area.record), ...shelves],
    shelvesFor: finder(areas, shelves),
  }
}

function finder(areas: readonly Area[], shelves: readonly Shelf[]): Locations['shelvesFor'] {
  return (name) => {
    const area = areas.find((candidate) => candidate.name === name)
    if (!area) throw new TypeError(`no area ${name}`)
    const { record, warehouse } = area
    const among = (field: 'warehouse_area_id' | 'warehouse_id', key: string): Shelf[] =>
      shelves.filter((shelf) => refKey(shelf.values[field]) === key)
    const own = among('warehouse_area_id', record.key)
    return own.length > 0 ? own : among('warehouse_id', warehouse.key)
  }
}

function warehouse(site: Site, place: number, seed: number, wording: Wording): Warehouse {
  const { serial, name, type, city, address, remark } = site
  const random = randomOf(seed, `warehouse:${place}`)
  const person = { responsible_person: personName(random, wording), mobile: mobileOf(40_000 + place) }
  const values = {
    serial_no: serial,
    name: wording.text(name),
    warehouse_type: type,
    city: wording.text(city),
    address: wording.text(address),
    ...person,
    status: 1,
    remark: remark === null ? null : wording.text(remark),
    weigh: sites.length - place,
  }
  return { table: 'wms/warehouse', key: `warehouse:${serial}`, values }
}

function areasOf(site: Site, warehouse: Warehouse, { text }: Wording): Area[] {
  return site.areas.map((name, place) => {
    const letter = String.fromCharCode(65 + place)
    const weigh = (sites.length - sites.indexOf(site)) * 100 - place
    const chain = { warehouse_id: refTo(warehouse), serial_no: letter }
    const values = { ...chain, name: text(name), status: 1, remark: null, weigh }
    return {
      name,
      record: { table: 'wms/warehouse_area', key: `area:${site.serial}-${letter}`, values },
      warehouse,
      place,
      letter,
    }
  })
}

/** Every warehouse gets its first shelf before any gets a second; what is left over goes to the first areas. */
function shelvesPerArea(areas: readonly Area[], shelfCount: number): number[] {
  const turn = [...areas].sort((left, right) => left.place - right.place)
  const rest = shelfCount % areas.length
  return areas.map((area) => Math.floor(shelfCount / areas.length) + (turn.indexOf(area) < rest ? 1 : 0))
}

/** Rows of five levels: serial 0203 is row 2, level 3. */
function shelvesOf(area: Area, count: number, { shelf }: Wording): Shelf[] {
  return Array.from({ length: count }, (_, place) => {
    const row = Math.floor(place / 5) + 1
    const level = (place % 5) + 1
    const serial = `${String(row).padStart(2, '0')}${String(level).padStart(2, '0')}`
    const chain = { warehouse_id: refTo(area.warehouse), warehouse_area_id: refTo(area.record) }
    const values = { ...chain, serial_no: serial, name: shelf(area.letter, row, level), status: 1, remark: null }
    return { table: 'wms/warehouse_shelf', key: `shelf:${area.record.key.slice('area:'.length)}-${serial}`, values }
  })
}
