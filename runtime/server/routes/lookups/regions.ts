/**
 * The region table: provinces, their cities, the districts of those. Read when it is first asked for, then kept.
 */

/** A choice as cascading selects take it. Ids are texts: clients compare them with stored texts. */
export interface RegionOption {
  /** Six digits, for example 110101. */
  readonly value: string
  readonly label: string
}

/** The regions of a region by its id; those of "" are the provinces. */
type RegionTable = ReadonlyMap<string, readonly RegionOption[]>

let table: Promise<RegionTable> | null = null

/**
 * The next level below what was chosen: no province = provinces, a province = its cities, both = districts of the city.
 * Empty where there is no such region, or the city belongs to another province.
 */
export async function listRegions(province: string, city: string): Promise<readonly RegionOption[]> {
  table ??= import('./region-names.ts').then(({ regionNames }) => readTable(regionNames))
  const regions = await table
  if (province === '') return city === '' ? (regions.get('') ?? []) : []
  const cities = regions.get(province) ?? []
  if (city === '') return province.endsWith('0000') ? cities : []
  return cities.some(({ value }) => value === city) ? (regions.get(city) ?? []) : []
}

function readTable(text: string): RegionTable {
  const regions = new Map<string, RegionOption[]>()
  const add = (parent: string, value: string, label: string): void => {
    const siblings = regions.get(parent)
    if (siblings) siblings.push({ value, label })
    else regions.set(parent, [{ value, label }])
  }
  let province = ''
  let city = ''
  for (const word of text.split(/\s+/)) {
    if (word.startsWith('#')) {
      province = word.slice(1, 3)
      add('', `${province}0000`, word.slice(3))
    } else if (word.startsWith('@')) {
      city = word.slice(1, 3)
      add(`${province}0000`, `${province}${city}00`, word.slice(3))
    } else if (word !== '') add(`${province}${city}00`, `${province}${city}${word.slice(0, 2)}`, word.slice(2))
  }
  return regions
}
